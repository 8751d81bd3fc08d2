package io.deltaward.guard

import com.google.common.cache.CacheBuilder
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.SQLExecution

/**
 * The versions that statements have written, so that a refusal can say what there is of its own. A statement is told by
 * Spark's execution of it, which its threads inherit; code that commits outside of any has none.
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

  /** What the running statement has written to a table, in the order of the versions. */
  def of(table: Path): Seq[Long] =
    statement.flatMap(id => Option(versions.get(id -> table))).toSeq.flatten.sorted

  /** A thread that a statement has made keeps its id when the statement is over. */
  private def statement: Option[String] = SparkSession.getActiveSession
    .flatMap(session =>
      Option(session.sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
    )
    .filter(id => SQLExecution.getQueryExecution(id.toLong) != null)
}
