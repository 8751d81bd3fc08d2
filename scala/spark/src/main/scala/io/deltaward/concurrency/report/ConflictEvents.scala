package io.deltaward.concurrency.report

import java.sql.Timestamp
import java.util.concurrent.atomic.AtomicLong

/**
 * A transaction that lost the race for a version was checked against a commit that won.
 *
 * @param number           counts up from 1 in an application
 * @param tableName        as a statement names it
 * @param operation        Delta's name of it
 * @param job              of which the transaction is part, as its commit would say: a job, a notebook or a cluster
 * @param readVersion      of which the transaction has read
 * @param winningVersion   of the commit that won
 * @param check            the condition of the conflict that Delta has found; null where it found none
 * @param outcome          RETRIED without a conflict, RESOLVED, or FAILED
 * @param resolution       how it was resolved: the name of a [[io.deltaward.conflicts.Resolution]]
 * @param reason           why it was not, a name that stays the same
 * @param message          the same in words
 * @param files            that the reason is about, or of which both commits change rows; at most 100
 * @param partitions       of those files
 * @param predicates       what the transaction has read, in SQL
 * @param retryable        whether the same statement can commit when it is run again
 * @param advice           what would have kept the two apart
 * @param milliseconds     that the check took
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

/** The newest of all sessions: who lost may be another one than who asks. */
object ConflictEvents {

  private val most = 1000

  private val numbers = new AtomicLong
  private var events = Vector.empty[ConflictEvent]

  def nextNumber(): Long = numbers.incrementAndGet()

  /** @return the same */
  def add(event: ConflictEvent): ConflictEvent = synchronized {
    events = (events :+ event).takeRight(most)
    event
  }

  /** From the oldest to the newest. */
  def all: Seq[ConflictEvent] = synchronized(events)
}
