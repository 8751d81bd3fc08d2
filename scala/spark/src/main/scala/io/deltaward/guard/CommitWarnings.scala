package io.deltaward.guard

import java.sql.Timestamp
import java.time.Instant
import java.util.concurrent.atomic.AtomicLong

import com.google.common.cache.CacheBuilder
import org.apache.spark.sql.SparkSession

/**
 * What a rule has warned of.
 *
 * @param number    counts up from 1 in a session
 * @param tableName as a statement names it
 * @param operation Delta's name of it; `None` for a cleanup of the log
 * @param rule      `None` where no rule could judge the commit
 * @param condition the one under which it would have been refused; `None` for a cleanup, and a rule that failed
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
 * The newest warnings of each session, so that whoever runs a statement can ask for what the log of the driver, which may
 * be far away, has been told. They go with their session.
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

  /** Of the session that the commit is judged for. */
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

  /** From the oldest to the newest. */
  def of(session: SparkSession): Seq[CommitWarning] =
    Option(sessions.get(session)).fold(Seq.empty[CommitWarning])(_.all)
}
