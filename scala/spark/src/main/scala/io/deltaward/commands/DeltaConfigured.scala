package io.deltaward.commands

import scala.util.Try

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.errors.Errors

/** Checks that Delta Lake is configured in a session, before a deltaward command does anything. */
object DeltaConfigured {

  private val CatalogKey = "spark.sql.catalog.spark_catalog"

  /** The class is named by text, since Delta may be missing from the class path. */
  private val Analysis = "org.apache.spark.sql.delta.DeltaAnalysis"

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_DELTA_NOT_CONFIGURED` */
  def require(session: SparkSession): Unit = {
    if (!analysesDelta(session)) throw Errors.extensionMissing
    val catalog = session.conf.getOption(CatalogKey)
    if (!catalog.exists(isDeltaCatalog)) throw Errors.catalogMissing(catalog.getOrElse("not set"))
  }

  /** Checks whether Delta's analysis rules are there. Its extension can come from the configuration or from a builder. */
  private def analysesDelta(session: SparkSession): Boolean =
    session.sessionState.analyzer.extendedResolutionRules.exists(_.getClass.getName == Analysis)

  private def isDeltaCatalog(className: String): Boolean = Try {
    val delta = Class.forName("org.apache.spark.sql.delta.catalog.DeltaCatalog")
    delta.isAssignableFrom(Class.forName(
      className,
      false,
      Thread.currentThread.getContextClassLoader
    ))
  }.getOrElse(false)
}
