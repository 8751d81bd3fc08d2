package io.deltaward.drops.plans

import scala.collection.mutable

import io.deltaward.drops.DropPolicy
import io.deltaward.errors.CommitRefusedException
import io.deltaward.guard.CommitGuard
import io.deltaward.guard.RuleSettings
import io.deltaward.policy.TablePlace
import io.deltaward.protocol.{Boundary, LowestProtocol, Protocol}
import io.deltaward.rules.{Commit, PropertyTreatment}
import io.deltaward.tables.TableAtVersion
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * Foresees what the commit rules say about drops on one table. It needs no Spark session, so it works in tasks too.
 *
 * @param place      names and locations by which a policies file can know the table; evaluated only if there is such a file
 * @param clustering clustering columns, if Delta can read the clustering only with column mapping; evaluated only if a drop
 *                   removes column mapping
 */
final class ForeseenDrops(
    settings: RuleSettings,
    at: TableAtVersion,
    place: => TablePlace,
    clustering: => Seq[String] = Nil
) extends DropPolicy {

  private val allowed = mutable.HashMap.empty[(String, Set[String], Protocol), Boolean]

  /** Checks whether the rules allow a drop. Results are cached, since the clients of one table ask for the same drops. */
  override def allows(feature: String, gone: Set[String], after: Protocol): Boolean =
    allowed.getOrElseUpdate(
      (feature, gone, after),
      !settings.enabled || refusal(feature, gone, commits = 1, after).isEmpty
    )

  /**
   * Returns the error of the rules for the last commit of a drop.
   *
   * @param gone    features that are dropped before
   * @param commits number of commits of the drop, with the last one
   * @param lower   protocol after the drop
   */
  def refusal(
      feature: String,
      gone: Set[String],
      commits: Int,
      lower: Protocol
  ): Option[CommitRefusedException] =
    new CommitGuard(settings, at.location.quoted)
      .foresee(lastCommit(feature, gone, commits, lower))._2

  /** Returns the commit that [[refusal]] judges. */
  def lastCommit(feature: String, gone: Set[String], commits: Int, lower: Protocol): Commit = {
    val now = at.table.copy(protocol = LowestProtocol.lowerWithout(at.state.protocol, gone))
    val table = gone.foldLeft(now)(_ disabling _)
    val before =
      table.copy(unused = Set.empty)
    val version = at.state.version + commits
    val boundary = Option.when(lower.supportedFeatures(Boundary.Feature))(
      Boundary.Property -> version.toString
    )
    val properties = table.disabling(feature).properties ++ boundary
    Commit(
      operation = "DROP FEATURE",
      version = version,
      before = Some(before),
      after = before.copy(protocol = lower, properties = properties),
      change = PropertyTreatment.Altering,
      protocolWritten = true,
      metadataWritten = true,
      defaults = Map.empty,
      knownOtherwise = DeltaFeatures.knownOtherwise,
      historyCheckedByDelta = true,
      // Delta drops a feature only once the history that must go with it is gone.
      earliestReadableVersion = () => Long.MaxValue,
      reachedBoundary = () => before.boundary.filter(_ <= at.state.version).getOrElse(0L),
      clusteringByPhysicalNames = () => clustering,
      place = () => place
    )
  }
}
