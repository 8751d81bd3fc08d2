package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.checkpoints.{CleanupProblem, Diagnosis}
import io.deltaward.errors.Errors
import io.deltaward.guard.{RuleSettings, TablePlaces}
import io.deltaward.protocol.Boundary
import io.deltaward.rules.{CheckpointProtection, Mode}
import io.deltaward.tables.{TableAtVersion, TableName, TableReader}

/**
 * Guards the history that `checkpointProtection` protects while a plan runs. Drops make checkpoints, and after each Delta
 * cleans up the log. History is guarded only if the rule enforces the protection.
 */
final class ProtectedHistory(session: SparkSession, table: TableName, at: TableAtVersion) {

  private val properties = at.state.metadata.configuration

  private val isKept = at.state.protocol.supportedFeatures(Boundary.Feature) &&
    RuleSettings.forSession(session)
      .settingsAt(new TablePlaces(session).find(at.location.location, at.location.entry))
      .mode(properties)(CheckpointProtection.name) == Mode.Enforce

  private lazy val diagnosis =
    new Diagnosis(new TableReader(session).protection(table).evidence)

  /** Returns the version before which one cleanup deletes all versions or none; `None` if no history is guarded. */
  def boundary: Option[Long] =
    if (isKept) diagnosis.protection.map(_.boundary).filter(_ > 0) else None

  /**
   * Checks that Delta's cleanups keep the protected history. Delta uses the current boundary, and finds checkpoints by name
   * without opening them.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_CANNOT_MAKE_COMPATIBLE.PROTECTED_HISTORY`, if a
   *                                                        cleanup would delete protected history
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
