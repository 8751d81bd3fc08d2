package io.deltaward.commands

import java.sql.Timestamp

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.checkpoints._
import io.deltaward.tables.{TableName, TableReader}

/**
 * A checkpoint in a [[CheckpointProtectionRow]].
 *
 * @param kind        kind of the checkpoint: `classic`, `multipart` or `v2`
 * @param isProtected whether the checkpoint lies before the boundary (rule C1)
 * @param intact      whether the checkpoint can be used
 * @param problem     reason why the checkpoint cannot be used, in words; `None` if it can be used
 */
final case class CheckpointEntry(
    version: Long,
    kind: String,
    isProtected: Boolean,
    intact: Boolean,
    problem: Option[String]
)

/**
 * The versions that a reader with exactly these features can open, in a [[CheckpointProtectionRow]].
 *
 * @param readerFeatures features that the reader must know in addition to the version, sorted
 * @param oldestVersion  oldest version that the reader can open; `None` if it can open none
 * @param lostVersions   versions that the reader would understand, but can no longer open
 */
final case class ReaderEntry(
    minReaderVersion: Int,
    readerFeatures: Seq[String],
    oldestVersion: Option[Long],
    lostVersions: Seq[VersionRange]
)

/**
 * The row of `SHOW CHECKPOINT PROTECTION`.
 *
 * @param tableName        name of the table in the catalog; `None` for a path
 * @param location         root path of the table
 * @param version          newest version of the table
 * @param boundary         version before which checkpoints are protected; `None` if the table does not support
 *                         `checkpointProtection`. If another writer moved the boundary back, this is the highest one that
 *                         the log still shows
 * @param checkpoints      checkpoints in the log, by version; each `kind` is `classic`, `multipart` or `v2`
 * @param readableVersions one entry for each protocol that the retained versions require of readers. It shows the oldest
 *                         version that a reader with these features, and no others, can open. It also shows the versions
 *                         that this reader understands but can no longer open
 * @param missingVersions  versions before the boundary that are missing from the log, or come before a missing version;
 *                         `None` if there are none
 * @param cleanupCutoff    cut-off time of the next cleanup, which keeps files modified later; `None` if the table is not
 *                         cleaned up
 * @param cleanupVersions  versions that the next cleanup may remove; `None` if it may remove none
 * @param earliestDropTime earliest time at which `DROP FEATURE checkpointProtection TRUNCATE HISTORY` succeeds. A time in
 *                         the past means at once. `None` if the table does not support the feature, has not reached its
 *                         boundary, or does not say how long it keeps its log
 * @param logBytes         size in bytes of all files in `_delta_log`, including sidecars
 * @param problems         one sentence for each problem
 */
final case class CheckpointProtectionRow(
    tableName: Option[String],
    location: String,
    version: Long,
    boundary: Option[Long],
    checkpoints: Seq[CheckpointEntry],
    readableVersions: Seq[ReaderEntry],
    missingVersions: Option[VersionRange],
    cleanupCutoff: Option[Timestamp],
    cleanupVersions: Option[VersionRange],
    earliestDropTime: Option[Timestamp],
    logBytes: Long,
    problems: Seq[String]
)

object CheckpointProtectionRow {
  private[commands] val schema: StructType = Rows.schema[CheckpointProtectionRow]
}

/** `SHOW CHECKPOINT PROTECTION [FOR | IN] table`: returns one [[CheckpointProtectionRow]] (rule C7). */
final case class ShowCheckpointProtection(table: TableName) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(CheckpointProtectionRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val reader = new TableReader(session)
    val found = reader.protection(table)
    val diagnosis = new Diagnosis(found.evidence)
    Seq(
      CheckpointProtectionRow(
        tableName = found.location.name,
        location = found.location.location.toString,
        version = found.evidence.history.latest,
        boundary = diagnosis.protection.map(_.highest),
        checkpoints = found.evidence.checkpoints.map(entry(diagnosis, _)),
        readableVersions = diagnosis.readers.map(ShowCheckpointProtection.entry),
        missingVersions = diagnosis.missing,
        cleanupCutoff = diagnosis.cutoff.map(new Timestamp(_)),
        cleanupVersions = diagnosis.cleanupVersions,
        earliestDropTime = diagnosis.dropTime.map(new Timestamp(_)),
        logBytes = found.bytes,
        problems = diagnosis.problems
      )
    )
  }

  private def entry(diagnosis: Diagnosis, checkpoint: InspectedCheckpoint): CheckpointEntry =
    CheckpointEntry(
      version = checkpoint.found.version,
      kind = checkpoint.found.kind.toString,
      isProtected = diagnosis.isProtected(checkpoint.found),
      intact = checkpoint.problem.isEmpty,
      problem = checkpoint.problem.map(_.text)
    )
}

object ShowCheckpointProtection {

  private def entry(view: ReaderView): ReaderEntry = ReaderEntry(
    view.reader.minReaderVersion,
    view.reader.features.toSeq.sorted,
    view.oldest,
    view.lost
  )
}
