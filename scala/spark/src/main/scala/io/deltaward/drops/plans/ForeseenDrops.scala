package io.deltaward.drops.plans

import scala.collection.mutable

import io.deltaward.drops.DropPolicy
import io.deltaward.errors.CommitRefusedException
import io.deltaward.features.TableDescriptor
import io.deltaward.guard.CommitGuard
import io.deltaward.guard.RuleSettings
import io.deltaward.policy.TablePlace
import io.deltaward.protocol.{Boundary, LowestProtocol, Protocol}
import io.deltaward.rules.{Change, Commit}
import io.deltaward.tables.TableAtVersion
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/**
 * What the commit rules would say to drops on one table. Needs no Spark session, so that it works in tasks too.
 *
 * @param place      what a policies file can know the table by; asked for only where there is a file
 * @param clustering the clustering columns, if Delta can read the clustering only with column mapping; evaluated only if
 *                   a drop removes column mapping
 */
final class ForeseenDrops(
    settings: RuleSettings,
    at: TableAtVersion,
    place: => TablePlace,
    clustering: => Seq[String] = Nil
) extends DropPolicy {

  private val allowed = mutable.HashMap.empty[(String, Set[String], Protocol), Boolean]

  /** Asked again and again for the clients of one table. */
  override def allows(feature: String, gone: Set[String], after: Protocol): Boolean =
    allowed.getOrElseUpdate(
      (feature, gone, after),
      !settings.enabled || refusal(feature, gone, commits = 1, after).isEmpty
    )

  /**
   * What they would say to the last commit, which the steps before it would have been for.
   *
   * @param gone    features that are dropped before
   * @param commits how many it takes, the last one among them
   * @param lower   the protocol afterwards
   */
  def refusal(
      feature: String,
      gone: Set[String],
      commits: Int,
      lower: Protocol
  ): Option[CommitRefusedException] =
    new CommitGuard(settings, at.location.quoted)
      .foresee(lastCommit(feature, gone, commits, lower))._2

  /** The commit that [[refusal]] is about. */
  def lastCommit(feature: String, gone: Set[String], commits: Int, lower: Protocol): Commit = {
    val metadata = at.state.metadata
    val now = TableDescriptor(
      LowestProtocol.without(at.state.protocol, gone),
      metadata.configuration,
      metadata.schemaString.getOrElse(""),
      metadata.partitionColumns
    )
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
      change = Change.Altering,
      protocolWritten = true,
      metadataWritten = true,
      defaults = Map.empty,
      knownOtherwise = DeltaFeatures.knownOtherwise,
      historyCheckedByDelta = true,
      // Delta does not drop a feature before the history that must go with it has gone.
      earliestReadableVersion = () => Long.MaxValue,
      reachedBoundary = () => before.boundary.filter(_ <= at.state.version).getOrElse(0L),
      clusteringByPhysicalNames = () => clustering,
      place = () => place
    )
  }
}
