package io.deltaward.log

/** Reads single files of one log: all that reading a table needs of a file system after its listing. */
trait LogSource {

  def checksum(file: LogEntry): Either[LogProblem, LogContents]

  def checkpoint(checkpoint: Checkpoint): Either[LogProblem, LogContents]

  def commit(file: LogEntry): Either[LogProblem, CommitActions]
}
