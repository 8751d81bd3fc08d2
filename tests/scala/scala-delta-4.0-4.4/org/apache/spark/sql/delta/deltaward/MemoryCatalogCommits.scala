package org.apache.spark.sql.delta.deltaward

import java.util.Optional

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.coordinatedcommits._

/** Makes the session catalog commit through Delta's own commit coordinator in memory. */
object MemoryCatalogCommits {

  private val Catalog = "spark_catalog"
  private val client = new InMemoryCommitCoordinator(batchSize = 3)

  private object Builder extends CatalogOwnedCommitCoordinatorBuilder {
    override def getName: String = Catalog
    override def build(spark: SparkSession, conf: Map[String, String]): InMemoryCommitCoordinator =
      client
    override def buildForCatalog(spark: SparkSession, name: String): InMemoryCommitCoordinator =
      client
  }

  /** @param newest newest version in the log of the table */
  def takeOver(table: Path, newest: Long): Unit = {
    if (CatalogOwnedCommitCoordinatorProvider.getBuilder(Catalog).isEmpty)
      CatalogOwnedCommitCoordinatorProvider.registerBuilder(Catalog, Builder)
    val log = new Path(table, "_delta_log")
    // Delta calls this for the commit that hands a table over, which is the next one.
    client.registerTable(log, Optional.empty(), newest - 1, null, null): Unit
  }

  def clear(): Unit = CatalogOwnedCommitCoordinatorProvider.clearBuilders()
}
