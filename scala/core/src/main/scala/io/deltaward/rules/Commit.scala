package io.deltaward.rules

import io.deltaward.features.{Cause, Causes}
import io.deltaward.features.TableDescriptor
import io.deltaward.policy.TablePlace
import io.deltaward.protocol.Protocol

/**
 * What a rule may know of a commit before it is written.
 *
 * @param operation               Delta's name of the operation, as `DESCRIBE HISTORY` shows it
 * @param version                 the version that this attempt would write
 * @param before                  the table as the transaction read it; `None` for one that does not exist yet
 * @param after                   the table as it would be
 * @param change                  what the statement does with the properties that it does not name
 * @param protocolWritten         whether the commit carries a protocol action
 * @param metadataWritten         whether it carries a metadata action
 * @param defaults                settings of the session that give new tables their properties
 * @param knownOtherwise          features of which the running Delta says something else than `Features`
 * @param historyCheckedByDelta   whether Delta itself has just made sure that the retained history holds no trace of
 *                                the features that go
 * @param earliestReadableVersion the oldest version that can still be reconstructed from the log; asked for by few
 *                                rules, and only when they need it
 * @param reachedBoundary         the highest boundary that a version of the log states and had reached itself; the same
 * @param clusteringByPhysicalNames the clustering columns, quoted for SQL, if Delta can read the clustering only with
 *                                column mapping; the same
 * @param place                   what the policies of a file can know the table by; the same
 */
final case class Commit(
    operation: String,
    version: Long,
    before: Option[TableDescriptor],
    after: TableDescriptor,
    change: Change,
    protocolWritten: Boolean,
    metadataWritten: Boolean,
    defaults: Map[String, String],
    knownOtherwise: Set[String],
    historyCheckedByDelta: Boolean,
    earliestReadableVersion: () => Long,
    reachedBoundary: () => Long,
    clusteringByPhysicalNames: () => Seq[String] = () => Nil,
    place: () => TablePlace = () => TablePlace.nowhere
) {

  /** Whether the commit changes more than rows: something that a client may have to understand. */
  def changesTable: Boolean =
    protocolWritten || metadataWritten && !before.exists(_.differsInRowsAlone(after))

  /**
   * Of a commit that is only planned: whether the properties that govern the table will be those of `after`. They may not
   * be for ALTER TABLE: RESTORE looks the same at first, and leaves them as they are.
   */
  def governanceIsKnown: Boolean = before.isEmpty || change != Change.Altering

  /** What brings these features in. */
  def causesOf(features: Seq[String]): Causes =
    Causes.of(features, Cause.of(_, before, after, defaults))

  /** Whether it brings the feature in by something, or puts one that is there to its first use. */
  def turnsOn(feature: String): Boolean =
    Cause.of(feature, before, after, defaults) != Cause.Explicit

  def withProtocol(protocol: Protocol): Commit = copy(after = after.copy(protocol = protocol))

  /** The commit that writes `side` in place of what it would. */
  def writing(side: TableDescriptor): Commit = copy(
    after = side,
    protocolWritten = protocolWritten || side.protocol != after.protocol,
    metadataWritten = metadataWritten || side.properties != after.properties
  )
}
