package io.deltaward.guard

import com.google.common.cache.CacheBuilder
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.SQLExecution

/**
 * Keeps the versions that statements have written, so that a refusal can name the statement's own. Spark's execution id
 * identifies a statement, and its threads inherit it. Code that commits outside an execution has no id.
 */
object StatementCommits {

  private val most = 1000L

  private val versions = CacheBuilder.newBuilder
    .maximumSize(most)
    .build[(String, Path), Vector[Long]]()
    .asMap

  def add(table: Path, version: Long): Unit = statement.foreach { id =>
    versions.merge(id -> table, Vector(version), (before, one) => before ++ one): Unit
  }

  /** Returns the versions that the running statement has written to a table, in ascending order. */
  def versionsOf(table: Path): Seq[Long] =
    statement.flatMap(id => Option(versions.get(id -> table))).toSeq.flatten.sorted

  /**
   * Returns the id of the running statement. A thread that a statement started keeps the id after the statement has ended.
   */
  private def statement: Option[String] = SparkSession.getActiveSession
    .flatMap(session =>
      Option(session.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
    )
    .filter(id => SQLExecution.getQueryExecution(id.toLong) != null)
}
