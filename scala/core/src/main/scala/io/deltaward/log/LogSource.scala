package io.deltaward.log

/** Reads single files of one log. Apart from the listing, reading a table needs nothing else of the file system. */
trait LogSource {

  def checksum(file: LogEntry): Either[LogProblem, LogContents]

  def checkpoint(checkpoint: Checkpoint): Either[LogProblem, LogContents]

  def commit(file: LogEntry): Either[LogProblem, CommitActions]
}
