package io.deltaward

import org.apache.spark.internal.Logging
import org.apache.spark.sql.SparkSessionExtensions

import io.deltaward.commands.ReadOnlyStatements
import io.deltaward.conf.DeltawardConf
import org.apache.spark.sql.delta.deltaward.DeltaFit

/**
 * The entry point for a Delta that lacks members that `DeltawardSparkSessionExtension` needs, such as a vendor's own build:
 * `spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension,io.deltaward.DeltawardReadOnlyExtension`. It runs
 * statements that read, each if this Delta has what it needs. It judges no commit and resolves no conflict. A warning says
 * so when the session starts.
 */
class DeltawardReadOnlyExtension extends (SparkSessionExtensions => Unit) with Logging {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    logWarning(
      "io.deltaward.DeltawardReadOnlyExtension judges no commit of this session: no rule is in force, and conflicts are " +
        s"Delta's. ${reason(DeltaFit.missing(getClass.getClassLoader))}"
    )
    DeltawardConf.register()
    extensions.injectParser((_, delegate) =>
      new sql.DeltawardParser(delegate, ReadOnlyStatements.require)
    )
    sql.TableFunction.injectInto(extensions, ReadOnlyStatements.require)
    extensions.injectResolutionRule(session => new commands.ResolveFleets(session))
  }

  private def reason(missing: Seq[DeltaFit.Member]): String = {
    val found = s"Delta Lake ${DeltaFit.found(getClass.getClassLoader)}"
    if (missing.isEmpty)
      s"$found has all members that deltaward needs: use io.deltaward.DeltawardSparkSessionExtension."
    else
      s"$found lacks ${missing.size} members that io.deltaward.DeltawardSparkSessionExtension needs."
  }
}
