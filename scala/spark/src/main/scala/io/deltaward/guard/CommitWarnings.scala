package io.deltaward.guard

import java.sql.Timestamp
import java.time.Instant
import java.util.concurrent.atomic.AtomicLong

import com.google.common.cache.CacheBuilder
import org.apache.spark.sql.SparkSession

/**
 * A warning of a rule.
 *
 * @param number    the number of the warning in its session, counted from 1
 * @param tableName the table's name, as a statement uses it
 * @param operation Delta's name of the operation; `None` for a cleanup of the log
 * @param rule      the rule's name; `None` if no rule could judge the commit
 * @param condition the error condition that a refusal would have; `None` for a cleanup, and for a rule that failed
 */
final case class CommitWarning(
    number: Long,
    warnedAt: Timestamp,
    tableName: String,
    operation: Option[String],
    rule: Option[String],
    condition: Option[String],
    message: String
)

/**
 * Keeps the newest warnings of each session, so that its user can query them. The driver's log has them, too, but may be far
 * away. The warnings end with their session.
 */
object CommitWarnings {

  private val most = 1000

  final private class Session {
    private val numbers = new AtomicLong
    private var warnings = Vector.empty[CommitWarning]

    def add(warning: Long => CommitWarning): Unit = synchronized {
      warnings = (warnings :+ warning(numbers.incrementAndGet())).takeRight(most)
    }

    def all: Seq[CommitWarning] = synchronized(warnings)
  }

  private val sessions = CacheBuilder.newBuilder.weakKeys.build[SparkSession, Session]().asMap

  /** Adds a warning to the session for which the commit is judged. */
  def add(
      tableName: String,
      message: String,
      operation: Option[String] = None,
      rule: Option[String] = None,
      condition: Option[String] = None
  ): Unit = {
    val now = Timestamp.from(Instant.now)
    sessions.computeIfAbsent(SparkSession.active, _ => new Session)
      .add(CommitWarning(_, now, tableName, operation, rule, condition, message))
  }

  /** Returns the session's warnings from the oldest to the newest. */
  def forSession(session: SparkSession): Seq[CommitWarning] =
    Option(sessions.get(session)).fold(Seq.empty[CommitWarning])(_.all)
}
