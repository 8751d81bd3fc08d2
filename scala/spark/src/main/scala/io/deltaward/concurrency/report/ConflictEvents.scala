package io.deltaward.concurrency.report

import java.sql.Timestamp
import java.util.concurrent.atomic.AtomicLong

/**
 * One check of a losing commit against a winning commit.
 *
 * @param number         the number of the event in its application, counted from 1
 * @param tableName      the table's name, as a statement uses it
 * @param operation      Delta's name of the losing operation
 * @param job            the job, notebook or cluster that the losing commit would name
 * @param readVersion    the version that the losing commit has read
 * @param winningVersion the version of the winning commit
 * @param check          the error condition of the conflict that Delta has found; `None` if it found none
 * @param outcome        RETRIED without a conflict, RESOLVED, or FAILED
 * @param resolution     the name of the [[io.deltaward.conflicts.Resolution]], if there is one
 * @param reason         the name of the reason why the conflict stays; it does not change between releases
 * @param message        the reason in words
 * @param files          the files that the reason is about, or whose rows both commits change; at most 100
 * @param partitions     the partitions of those files
 * @param predicates     the SQL conditions that the losing commit has read by
 * @param retryable      whether the same statement can commit when it runs again
 * @param advice         what would have avoided the conflict
 * @param milliseconds   the duration of the check
 */
final case class ConflictEvent(
    number: Long,
    checkedAt: Timestamp,
    tableName: String,
    tablePath: String,
    operation: String,
    userName: Option[String],
    job: Option[String],
    readVersion: Long,
    isolationLevel: String,
    winningVersion: Long,
    winningOperation: Option[String],
    winningUserName: Option[String],
    winningJob: Option[String],
    winningEngine: Option[String],
    check: Option[String],
    outcome: String,
    resolution: Option[String],
    reason: Option[String],
    message: Option[String],
    files: Seq[String],
    partitions: Seq[String],
    predicates: Seq[String],
    retryable: Option[Boolean],
    advice: Option[String],
    milliseconds: Double
)

/** Keeps the newest events of all sessions: the user who asks may not be in the session that lost. */
object ConflictEvents {

  private val most = 1000

  private val numbers = new AtomicLong
  private var events = Vector.empty[ConflictEvent]

  def nextNumber(): Long = numbers.incrementAndGet()

  /** Adds an event and returns it. */
  def add(event: ConflictEvent): ConflictEvent = synchronized {
    events = (events :+ event).takeRight(most)
    event
  }

  /** Returns the events from the oldest to the newest. */
  def all: Seq[ConflictEvent] = synchronized(events)
}
