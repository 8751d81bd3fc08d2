package io.deltaward.drops

import io.deltaward.clients.RunningDelta
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.{LowestProtocol, Protocol}
import io.deltaward.text.Identifier

/** One of the statements that make a table compatible with a client. */
sealed trait TableChange {

  /** Returns the statement's text after `ALTER TABLE name`. */
  def step: String

  /** @param table name of the table, quoted for SQL */
  final def sql(table: String): String = s"ALTER TABLE $table $step"

  /** Returns the protocol that the statement leaves. */
  def applyTo(protocol: Protocol, delta: RunningDelta): Protocol

  /** Returns the table that the statement leaves. */
  def applyTo(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
    table.copy(protocol = applyTo(table.protocol, delta))
}

object TableChange {

  /** `NORMALIZE PROTOCOL` (rule P7). */
  case object Normalize extends TableChange {
    override val step: String = "NORMALIZE PROTOCOL"

    override def applyTo(protocol: Protocol, delta: RunningDelta): Protocol =
      LowestProtocol.lower(protocol)
  }

  /** `DROP FEATURE` (rules D1 to D5). */
  final case class Drop(feature: String, truncatesHistory: Boolean) extends TableChange {

    override def step: String = {
      val clause = if (truncatesHistory) " TRUNCATE HISTORY" else ""
      s"DROP FEATURE ${Identifier.quoted(feature)}$clause"
    }

    /** Returns the protocol without the feature. Adds `checkpointProtection` if history stays that needs it (rule D3). */
    override def applyTo(protocol: Protocol, delta: RunningDelta): Protocol = {
      val left = protocol.supportedFeatures - feature ++ Option.when(protects(delta))(Protection)
      LowestProtocol.supporting(left.map(protocol.feature))
    }

    override def applyTo(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      super.applyTo(table.disabling(feature), delta)

    /** Checks whether the drop moves the boundary of checkpoint protection to its own version. */
    private[drops] def protects(delta: RunningDelta): Boolean =
      delta.truncating(feature) && !truncatesHistory && delta.protectsHistory

    /** Checks whether the drop does not wait for history to go. */
    private[drops] def endsAtOnce(delta: RunningDelta): Boolean =
      protects(delta) || !delta.truncating(feature)
  }

  /** The first run of a drop with `TRUNCATE HISTORY`. Nothing uses the feature afterwards; the protocol still lists it. */
  final case class Disuse(feature: String) extends TableChange {

    override def step: String = Drop(feature, truncatesHistory = true).step

    override def applyTo(protocol: Protocol, delta: RunningDelta): Protocol = protocol

    override def applyTo(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      table.disusing(feature)
  }

  /** Sets a table property. Leaves the protocol unchanged. */
  sealed abstract class SetProperty(key: String, value: String) extends TableChange {
    override val step: String = s"SET TBLPROPERTIES ('$key' = '$value')"

    override def applyTo(protocol: Protocol, delta: RunningDelta): Protocol = protocol

    override def applyTo(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      table.copy(properties = table.properties + (key -> value))
  }

  /**
   * Turns deletion vectors on for a drop with `TRUNCATE HISTORY`. While the property is off, Delta overlooks the vectors
   * that are left. It then deletes history in the run that rewrites them, and the feature stays.
   */
  case object EnableVectors extends SetProperty("delta.enableDeletionVectors", "true")

  /** Undoes [[EnableVectors]] if the drop that needed it fails. */
  case object DisableVectors extends SetProperty("delta.enableDeletionVectors", "false")

  /**
   * Clusters the table by these columns, or by none. Delta can read the clustering of a table with column mapping only while
   * the table has column mapping. A drop of column mapping therefore stands between two of these statements.
   *
   * @param columns clustering columns, quoted for SQL
   */
  final case class ClusterBy(columns: Seq[String]) extends TableChange {

    override def step: String =
      if (columns.isEmpty) "CLUSTER BY NONE" else columns.mkString("CLUSTER BY (", ", ", ")")

    override def applyTo(protocol: Protocol, delta: RunningDelta): Protocol = protocol
  }

  object ClusterBy {
    val none: ClusterBy = ClusterBy(Nil)

    /** Adds statements before and after a drop of column mapping, so that the table keeps its clustering. */
    def surround(changes: Seq[TableChange], columns: => Seq[String]): Seq[TableChange] =
      changes.flatMap {
        case drop @ Drop("columnMapping", false) if columns.nonEmpty =>
          Seq(none, drop, ClusterBy(columns))
        case change => Seq(change)
      }
  }

  private[drops] val Protection = "checkpointProtection"
  val Vectors = "deletionVectors"
}
