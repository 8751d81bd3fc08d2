package io.deltaward.serializability.log

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

/**
 * Checks what must hold for every table, whatever its transactions were. It reads the log itself, and uses none of the
 * code under test.
 */
object StructuralValidator {

  /** Checks the log and its deletion vectors at every version. Runs no Spark job. */
  def ofLog(table: Path): Seq[Anomaly] = {
    val log = Log.read(table)
    ActiveFiles.findings(log) ++ DeletionVectors.findings(log) ++ DataChanges.findings(log) ++
      RowIdRanges.findings(log) ++ CommitTimestamps.findings(log) ++ Checksums.findings(log)
  }

  /**
   * Checks the rows of these versions, each against the version before, if any.
   *
   * @param session reads the rows
   * @param fresh   must read the same rows
   */
  def ofRows(
      table: Path,
      versions: Seq[Long],
      session: SparkSession,
      fresh: SparkSession
  ): Seq[Anomaly] = {
    val log = Log.read(table)
    val rows = new RowsByVersion(session, log)
    val others = new RowsByVersion(fresh, log)
    versions.flatMap { version =>
      RowCounts.findings(log, rows, version) ++ Statistics.findings(log, rows, version) ++
        RowIdentity.findings(log, rows, version) ++ ChangeFeed.findings(log, rows, version) ++
        OtherReader.findings(rows, others, version)
    }
  }

  /** Checks the newest version by operations that change the table, each on a copy. */
  def ofCopies(table: Path, session: SparkSession): Seq[Anomaly] =
    CheckpointReread.findings(table, session) ++ Vacuumed.findings(table, session)
}
