package io.deltaward.rules

import io.deltaward.clients.{Release, Verdicts}
import io.deltaward.features.{Cause, Causes, TableDescriptor, Traces}
import io.deltaward.policy.TablePlace
import io.deltaward.protocol.Protocol

/**
 * The facts about a commit that rules judge before it is written.
 *
 * @param operation                 Delta's name of the operation, as `DESCRIBE HISTORY` shows it
 * @param version                   version that this attempt would write
 * @param before                    the table before the commit: as the transaction read it, or as the last winning commit left
 *                                  it; `None` if it does not exist yet
 * @param after                     the table as the commit would leave it
 * @param change                    how the statement treats the properties that it does not name
 * @param protocolWritten           whether the commit carries a protocol action
 * @param metadataWritten           whether the commit carries a metadata action
 * @param defaults                  session settings that give new tables their properties
 * @param knownOtherwise            features that the running Delta defines differently from `Features`
 * @param historyCheckedByDelta     whether Delta has just verified that the retained history holds no trace of the removed
 *                                  features
 * @param earliestReadableVersion   oldest version that can still be reconstructed from the log; evaluated lazily
 * @param reachedBoundary           highest boundary that a version of the log states and had reached itself; evaluated
 *                                  lazily
 * @param clusteringByPhysicalNames clustering columns, quoted for SQL, if Delta can read the clustering only with column
 *                                  mapping; evaluated lazily
 * @param protectsHistory           whether the running Delta has `checkpointProtection`
 * @param files                     signs of the files before and after the commit. The second has none before data is
 *                                  written, and for RESTORE, CLONE and CONVERT TO DELTA. Evaluated lazily: it may take a scan
 * @param place                     names and locations by which a policies file can match the table; evaluated lazily
 */
final case class Commit(
    operation: String,
    version: Long,
    before: Option[TableDescriptor],
    after: TableDescriptor,
    change: PropertyTreatment,
    protocolWritten: Boolean,
    metadataWritten: Boolean,
    defaults: Map[String, String],
    knownOtherwise: Set[String],
    historyCheckedByDelta: Boolean,
    earliestReadableVersion: () => Long,
    reachedBoundary: () => Long,
    clusteringByPhysicalNames: () => Seq[String] = () => Nil,
    protectsHistory: Boolean = true,
    files: () => (Traces, Traces) = () => (Traces.ofNoFiles, Traces.ofNoFiles),
    place: () => TablePlace = () => TablePlace.nowhere
) {

  /** Checks whether the commit changes more than rows: something that a client may have to understand. */
  def changesTable: Boolean =
    protocolWritten || metadataWritten && !before.exists(_.differsInRowsAlone(after))

  /**
   * Checks whether a planned commit will write the `deltaward.` properties of `after`. ALTER TABLE may not: a planned
   * RESTORE looks the same, and keeps the properties of the table.
   */
  def governanceIsKnown: Boolean = before.isEmpty || change != PropertyTreatment.Altering

  /**
   * Returns this commit with the signs of files in its tables, if the verdict on one of the releases depends on them. Treats
   * an unknown sign as absent, so that missing statistics refuse no commit.
   */
  def withFilesFor(releases: Seq[Release]): Commit = {
    def depends(table: TableDescriptor): Boolean = {
      val states = table.copy(files = Traces.unknown).states.assumingUse
      releases.exists(Verdicts.wantsTraces(table.protocol, states, _))
    }
    if (!(before.toSeq :+ after).exists(depends)) this
    else {
      val (had, has) = files()
      copy(
        before = before.map(_.copy(files = had.orElse(Traces.ofNoFiles))),
        after = after.copy(files = has.orElse(Traces.ofNoFiles))
      )
    }
  }

  /** Returns what adds these features. */
  def causesOf(features: Seq[String]): Causes =
    Causes.join(features, Cause.find(_, before, after, defaults))

  /** Checks whether a property, the schema or another feature makes the commit add or first use the feature. */
  def turnsOn(feature: String): Boolean =
    Cause.find(feature, before, after, defaults) != Cause.Explicit

  def withProtocol(protocol: Protocol): Commit = copy(after = after.copy(protocol = protocol))

  /** Returns this commit with `side` as the table that it writes. */
  def writing(side: TableDescriptor): Commit = copy(
    after = side,
    protocolWritten = protocolWritten || side.protocol != after.protocol,
    metadataWritten = metadataWritten || side.properties != after.properties
  )
}
