package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.checkpoints.{CleanupProblem, Diagnosis}
import io.deltaward.errors.Errors
import io.deltaward.guard.{RuleSettings, TablePlaces}
import io.deltaward.protocol.Boundary
import io.deltaward.rules.{CheckpointProtection, Mode}
import io.deltaward.tables.{TableAtVersion, TableName, TableReader}

/**
 * The history that `checkpointProtection` protects, while drops make checkpoints, after each of which Delta cleans up the
 * log. Only what the rule enforces is kept.
 */
final class ProtectedHistory(session: SparkSession, table: TableName, at: TableAtVersion) {

  private val properties = at.state.metadata.configuration

  private val isKept = at.state.protocol.supportedFeatures(Boundary.Feature) &&
    RuleSettings.of(session)
      .at(new TablePlaces(session).at(at.location.location, at.location.entry))
      .mode(properties)(CheckpointProtection.name) == Mode.Enforce

  private lazy val diagnosis =
    new Diagnosis(new TableReader(session).protection(table).evidence)

  /** The version before which all versions go in one cleanup or none; `None` where nothing is kept. */
  def boundary: Option[Long] =
    if (isKept) diagnosis.protection.map(_.boundary).filter(_ > 0) else None

  /**
   * Delta goes by the boundary as it is now, and by the names of checkpoints.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_MAKE_COMPATIBLE.PROTECTED_HISTORY` where
   *                                                        that would take what is protected
   */
  def requireKept(client: String): Unit =
    if (isKept) {
      val movedBack = diagnosis.protection.exists(_.movedBack.isDefined)
      val lost = diagnosis.cleanupProblems.filter {
        case _: CleanupProblem.DamagedBase => true
        case _ => movedBack
      }
      lost.headOption.foreach(problem => throw Errors.protectedHistory(client, problem.text))
    }
}
