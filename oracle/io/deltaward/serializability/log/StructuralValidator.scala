package io.deltaward.serializability.log

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

/**
 * What must hold of a table whatever its transactions were. It reads the log by itself: nothing of the code under test
 * takes part.
 */
object StructuralValidator {

  /** What the log and its deletion vectors tell, of every version. Runs no Spark job. */
  def ofLog(table: Path): Seq[Finding] = {
    val log = Log.of(table)
    ActiveFiles.findings(log) ++ DeletionVectors.findings(log) ++ DataChanges.findings(log) ++
      RowIdRanges.findings(log) ++ CommitTimestamps.findings(log) ++ Checksums.findings(log)
  }

  /**
   * What only the rows tell, of these versions. Each compares with the version before, where there is one.
   *
   * @param session reads the rows; `fresh` must read the same
   */
  def ofRows(
      table: Path,
      versions: Seq[Long],
      session: SparkSession,
      fresh: SparkSession
  ): Seq[Finding] = {
    val log = Log.of(table)
    val rows = new TableRows(session, log)
    val others = new TableRows(fresh, log)
    versions.flatMap { version =>
      RowCounts.findings(log, rows, version) ++ Statistics.findings(log, rows, version) ++
        RowIdentity.findings(log, rows, version) ++ ChangeFeed.findings(log, rows, version) ++
        OtherReader.findings(rows, others, version)
    }
  }

  /** What needs a copy of the table to try things on: of its newest version. */
  def ofCopies(table: Path, session: SparkSession): Seq[Finding] =
    CheckpointReread.findings(table, session) ++ Vacuumed.findings(table, session)
}
