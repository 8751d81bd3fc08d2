package org.apache.spark.sql.delta.deltaward

import java.util.Locale

import org.apache.spark.sql.delta.{DeltaConfigs, IsolationLevel}
import org.apache.spark.sql.delta.actions.Metadata

import io.deltaward.conf.{DeltawardConf, InForce, SessionConf}

/** Isolation levels of tables (rules I1 and I2). */
object IsolationLevels {

  /**
   * Lets `delta.isolationLevel` be set to `WriteSerializable` too, which Delta 4.4.0 honours but refuses to write. It
   * holds for every session of the JVM: Delta keeps one table of its properties.
   */
  def allowBoth(): Unit = {
    val known = DeltaConfigs.ISOLATION_LEVEL
    val both = known.copy(
      validationFunction = IsolationLevel.validTableIsolationLevels.contains(_),
      helpMessage = "must be Serializable or WriteSerializable"
    )
    DeltaConfigs.entries.put(known.key.stripPrefix("delta.").toLowerCase(Locale.ROOT), both): Unit
  }

  /** The table's own level, else the session's default for tables without one. */
  def of(metadata: Metadata): IsolationLevel =
    DeltaConfigs.ISOLATION_LEVEL.fromMetaDataOption(metadata).getOrElse(default)

  private def default: IsolationLevel =
    IsolationLevel.fromString(
      InForce.of(SessionConf.active).getConf(DeltawardConf.ISOLATION_DEFAULT)
    )
}
