package org.apache.spark.sql.delta.deltaward

import java.util.Locale

import org.apache.spark.sql.delta.{DeltaConfigs, IsolationLevel}
import org.apache.spark.sql.delta.actions.Metadata

import io.deltaward.conf.{DeltawardConf, InForce, SessionConf}

/** Reads the isolation levels of tables (rules I1 and I2). */
object IsolationLevels {

  /**
   * Allows `delta.isolationLevel` to be set to `WriteSerializable`, which Delta 4.4.0 honours but refuses to write. This
   * applies to every session of the JVM, since Delta has one table of its properties.
   */
  def allowBoth(): Unit = {
    val known = DeltaConfigs.ISOLATION_LEVEL
    val both = known.copy(
      validationFunction = IsolationLevel.validTableIsolationLevels.contains(_),
      helpMessage = "must be Serializable or WriteSerializable"
    )
    val name = known.key.stripPrefix("delta.").toLowerCase(Locale.ROOT)
    TableProperties.definitions.put(name, both): Unit
  }

  /** Returns the table's own level, or the session's default if the table has none. */
  def forTable(metadata: Metadata): IsolationLevel =
    metadata.configuration
      .get(DeltaConfigs.ISOLATION_LEVEL.key)
      .fold(default)(IsolationLevel.fromString)

  private def default: IsolationLevel =
    IsolationLevel.fromString(
      InForce.effective(SessionConf.active).getConf(DeltawardConf.ISOLATION_DEFAULT)
    )
}
