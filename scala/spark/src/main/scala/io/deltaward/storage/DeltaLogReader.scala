package io.deltaward.storage

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.features.Traces
import io.deltaward.log.{AsOf, LogProblem, ProtocolHistory, TableLog, TableState}

/**
 * Reads the protocol and metadata of any Delta table, even of one that Delta refuses to open. It needs no Spark session, so
 * it works in tasks too. It never throws for what it finds: every failure is a `LogProblem`.
 *
 * It sees only those versions of a catalog-managed table that are published in `_delta_log`.
 */
final class DeltaLogReader(hadoopConf: Configuration) {

  /** Reads one version. A table with a checksum of its newest version costs one listing and one read. */
  def read(tablePath: Path, asOf: AsOf = AsOf.Latest): Either[LogProblem, TableState] =
    open(tablePath).flatMap(_.state(asOf))

  /** Reads the newest version, and returns it with its log, which answers further questions. */
  def survey(tablePath: Path): Either[LogProblem, SurveyedLog] =
    for {
      directory <- LogDirectory.list(tablePath, hadoopConf)
      log <- logIn(directory, tablePath)
      state <- log.state(AsOf.Latest)
    } yield new SurveyedLog(directory, state)

  /** Returns the traces of the live files of a version that was read, as [[SurveyedLog.traces]] does. */
  def traces(tablePath: Path, state: TableState): Traces =
    LogDirectory.list(tablePath, hadoopConf)
      .fold(_ => Traces.unknown, new SurveyedLog(_, state).traces)

  /**
   * Reads one version as [[read]] does, but from commits and checkpoints alone. Also reads to its end every file that a
   * reader of this version opens. Anything wrong with these files is among the defects.
   */
  def inspect(tablePath: Path, asOf: AsOf = AsOf.Latest): Either[LogProblem, TableState] =
    for {
      directory <- LogDirectory.list(tablePath, hadoopConf)
      log <- logIn(directory, tablePath)
      told <- log.state(asOf)
      state <- log.withoutChecksums.state(AsOf.Version(told.version))
    } yield {
      val inspector = new LogInspector(directory, state)
      state.copy(
        statistics = told.statistics,
        files = inspector.files,
        defects = (state.defects ++ inspector.defects).distinct
      )
    }

  /** Reads all protocol changes, from every commit that the log still holds. */
  def protocolChanges(tablePath: Path): Either[LogProblem, ProtocolHistory] =
    open(tablePath).flatMap(_.protocolHistory)

  private def open(tablePath: Path): Either[LogProblem, TableLog] =
    for {
      directory <- LogDirectory.list(tablePath, hadoopConf)
      log <- logIn(directory, tablePath)
    } yield log

  private def logIn(directory: LogDirectory, tablePath: Path): Either[LogProblem, TableLog] =
    TableLog(directory.listing, directory).toRight(LogProblem.EmptyLog(tablePath.toString))
}
