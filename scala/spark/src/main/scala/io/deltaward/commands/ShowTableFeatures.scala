package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.features.FeatureState
import io.deltaward.log.{ProtocolChange, ProtocolHistory}
import io.deltaward.protocol.Features
import io.deltaward.tables.{TableAtVersion, TableName, TableReader, TimeTravel}
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * A row of `SHOW TABLE FEATURES`: one feature that the table supports, enables or uses (rule P9 defines the three).
 *
 * @param kind           kind of the feature: `writer` or `readerWriter`
 * @param status         status of the feature: `released`, `preview`, `proposed` or `unknown`
 * @param supported      whether the protocol lists or implies the feature
 * @param enabled        whether a property or the schema turns the feature on for new writes; `None` if that is unknown
 * @param used           whether the table has traces of the feature; `None` if that is unknown
 * @param usedEvidence   evidence for the value of `used`
 * @param sinceVersion   version that added the feature; `None` if the feature is not supported, or the log no longer shows
 *                       the version
 * @param sinceOperation operation of the commit that added the feature, as its engine calls it
 * @param sinceEngine    engine that made the commit that added the feature
 * @param sinceUser      user who made the commit that added the feature, if the engine records the user
 * @param droppable      whether the running Delta can drop the feature (rule D2)
 * @param dependents     supported features that require this feature (rule D6), sorted
 */
final case class FeatureRow(
    feature: String,
    kind: String,
    status: String,
    supported: Boolean,
    enabled: Option[Boolean],
    used: Option[Boolean],
    usedEvidence: String,
    sinceVersion: Option[Long],
    sinceOperation: Option[String],
    sinceEngine: Option[String],
    sinceUser: Option[String],
    droppable: Boolean,
    dependents: Seq[String]
)

object FeatureRow {
  private[commands] val schema: StructType = Rows.schema[FeatureRow]
}

/**
 * `SHOW TABLE FEATURES [FOR | IN] table [VERSION AS OF n | TIMESTAMP AS OF t]`: returns a [[FeatureRow]] for each feature.
 */
final case class ShowTableFeatures(table: TableName, travel: TimeTravel)
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(FeatureRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val reader = new TableReader(session)
    val at = reader.scan(table, travel)
    val history = reader.history(at.location)
    at.features.all
      .filter(s => s.supported || s.enabled.contains(true) || s.used.contains(true))
      .sortBy(_.feature.name)
      .map(row(at, _, history))
  }

  private def row(at: TableAtVersion, state: FeatureState, history: ProtocolHistory): FeatureRow = {
    val name = state.feature.name
    val since =
      if (state.supported) ShowTableFeatures.since(name, at.state.version, history) else None
    FeatureRow(
      feature = name,
      kind = state.feature.kind.toString,
      status = state.feature.status.toString,
      supported = state.supported,
      enabled = state.enabled,
      used = state.used,
      usedEvidence = state.usedEvidence,
      sinceVersion = since.map(_.version),
      sinceOperation = since.flatMap(_.operation),
      sinceEngine = since.flatMap(_.engine),
      sinceUser = since.flatMap(_.user),
      droppable = DeltaFeatures.running.droppable(name),
      dependents = Features.dependents(name, at.state.protocol.supportedFeatures).toSeq.sorted
    )
  }
}

object ShowTableFeatures {

  /**
   * Returns the last change up to `version` that added `feature`. Returns `None` if the log no longer shows when it was
   * added.
   */
  private def since(
      feature: String,
      version: Long,
      history: ProtocolHistory
  ): Option[ProtocolChange] = {
    val upToNow = history.changes.filter(_.version <= version)
    val without = upToNow.lastIndexWhere(!_.protocol.supportedFeatures.contains(feature))
    val known = without >= 0 || history.earliestVersion == 0
    if (known) upToNow.lift(without + 1) else None
  }
}
