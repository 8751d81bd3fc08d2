package io.deltaward.concurrency.report

import java.sql.Timestamp
import java.util.concurrent.atomic.AtomicLong

/**
 * One check of a losing commit against a winning commit.
 *
 * @param number         number of the check in its application, counted from 1
 * @param tableName      name of the table, as a statement uses it
 * @param operation      Delta's name of the losing operation
 * @param job            job, notebook or cluster that the losing commit would name; `None` in open-source Spark
 * @param readVersion    version that the losing commit read
 * @param winningVersion version of the winning commit
 * @param check          error condition of the conflict that Delta found; `None` if it found none
 * @param outcome        `RETRIED` if there was no conflict, `RESOLVED` if the conflict was resolved, `FAILED` if the
 *                       transaction failed
 * @param resolution     reason why the two commits do not conflict: the name of a [[io.deltaward.conflicts.Resolution]]
 * @param reason         why the conflict was not resolved, as a name that does not change between releases
 * @param message        why the conflict was not resolved, in words
 * @param files          files that the reason is about, or whose rows both commits change; at most 100
 * @param partitions     partitions of the files that the reason is about, or whose rows both commits change, such as
 *                       `day=2026-11-01/region=eu`; at most 100
 * @param predicates     SQL conditions by which the losing commit read the table
 * @param retryable      whether the same statement can commit if you run it again; `None` unless the transaction failed
 * @param advice         what would have prevented the conflict; `None` if nothing is known
 * @param milliseconds   duration of the check in milliseconds
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
