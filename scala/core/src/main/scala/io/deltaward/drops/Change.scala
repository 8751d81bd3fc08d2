package io.deltaward.drops

import io.deltaward.clients.RunningDelta
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.{LowestProtocol, Protocol}
import io.deltaward.text.Identifier

/** One statement on the way to a table that a client can use. */
sealed trait Change {

  /** What the statement says after `ALTER TABLE name`. */
  def step: String

  /** @param table as SQL needs it */
  final def sql(table: String): String = s"ALTER TABLE $table $step"

  /** The protocol that it leaves. */
  def after(protocol: Protocol, delta: RunningDelta): Protocol

  /** The table that it leaves. */
  def after(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
    table.copy(protocol = after(table.protocol, delta))
}

object Change {

  /** `NORMALIZE PROTOCOL` (rule P7). */
  case object Normalize extends Change {
    override val step: String = "NORMALIZE PROTOCOL"

    override def after(protocol: Protocol, delta: RunningDelta): Protocol =
      LowestProtocol.of(protocol)
  }

  /** `DROP FEATURE` (rules D1 to D5). */
  final case class Drop(feature: String, truncatesHistory: Boolean) extends Change {

    override def step: String = {
      val clause = if (truncatesHistory) " TRUNCATE HISTORY" else ""
      s"DROP FEATURE ${Identifier.quoted(feature)}$clause"
    }

    /** Where history stays that needs the feature, it is protected (rule D3). */
    override def after(protocol: Protocol, delta: RunningDelta): Protocol = {
      val left = protocol.supportedFeatures - feature ++ Option.when(protects(delta))(Protection)
      LowestProtocol.supporting(left.map(protocol.feature))
    }

    override def after(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      super.after(table.disabling(feature), delta)

    /** Whether it moves the boundary of protected checkpoints to its own version. */
    private[drops] def protects(delta: RunningDelta): Boolean =
      delta.truncating(feature) && !truncatesHistory
  }

  /** The first run of a drop with `TRUNCATE HISTORY`: nothing uses the feature any more, and the protocol still lists it. */
  final case class Disuse(feature: String) extends Change {

    override def step: String = Drop(feature, truncatesHistory = true).step

    override def after(protocol: Protocol, delta: RunningDelta): Protocol = protocol

    override def after(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      table.disusing(feature)
  }

  /** Sets a table property, and leaves the protocol as it is. */
  sealed abstract class SetProperty(key: String, value: String) extends Change {
    override val step: String = s"SET TBLPROPERTIES ('$key' = '$value')"

    override def after(protocol: Protocol, delta: RunningDelta): Protocol = protocol

    override def after(table: TableDescriptor, delta: RunningDelta): TableDescriptor =
      table.copy(properties = table.properties + (key -> value))
  }

  /**
   * Turns deletion vectors on for a drop with `TRUNCATE HISTORY`. While the property is off, Delta does not see the vectors
   * that are left: it deletes history in the run that rewrites them, and the feature stays.
   */
  case object EnableVectors extends SetProperty("delta.enableDeletionVectors", "true")

  /** Undoes [[EnableVectors]] if the drop that needed it fails. */
  case object DisableVectors extends SetProperty("delta.enableDeletionVectors", "false")

  /**
   * Clusters the table by these columns, or by none. Delta can read the clustering of a table with column mapping only
   * while it has column mapping, so that a drop of it stands between two of these statements.
   *
   * @param columns as SQL needs them
   */
  final case class ClusterBy(columns: Seq[String]) extends Change {

    override def step: String =
      if (columns.isEmpty) "CLUSTER BY NONE" else columns.mkString("CLUSTER BY (", ", ", ")")

    override def after(protocol: Protocol, delta: RunningDelta): Protocol = protocol
  }

  object ClusterBy {
    val none: ClusterBy = ClusterBy(Nil)

    /** The same statements, with a drop of column mapping between those that keep the clustering. */
    def around(changes: Seq[Change], columns: => Seq[String]): Seq[Change] = changes.flatMap {
      case drop @ Drop("columnMapping", false) if columns.nonEmpty =>
        Seq(none, drop, ClusterBy(columns))
      case change => Seq(change)
    }
  }

  private[drops] val Protection = "checkpointProtection"
  val Vectors = "deletionVectors"
}
