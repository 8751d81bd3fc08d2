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
 * @param kind        classic, multipart or v2
 * @param isProtected whether the checkpoint lies before the boundary (rule C1)
 * @param intact      whether the checkpoint can be used
 * @param problem     why the checkpoint cannot be used, in words
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
 * @param readerFeatures features that the reader must know beyond the version, sorted
 * @param oldestVersion  oldest version that the reader can open; null if it can open none
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
 * @param tableName        the catalog name; null for a path
 * @param location         the root of the table
 * @param version          the newest version
 * @param boundary         the version before which checkpoints are protected; null where the feature is not supported.
 *                         The highest that the log still shows, where another writer moved it back
 * @param checkpoints      those in the log, by version
 * @param readableVersions one for each protocol that readers of the retained versions need
 * @param missingVersions  those before the boundary that the log no longer holds; null for none
 * @param cleanupCutoff    files modified later stay in the next cleanup; null where the table is not cleaned up
 * @param cleanupVersions  what the next cleanup may remove; null for nothing
 * @param earliestDropTime when `checkpointProtection` can be dropped; a time in the past means at once
 * @param logBytes         bytes of all files in `_delta_log`, sidecars included
 * @param problems         everything that is wrong, in words
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
