package io.deltaward.commands

import java.nio.file.{Files, Path => JPath}

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.{DataFrame, Row}
import org.scalatest.Assertions
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

/** Helpers that the suites of commands share. */
trait CommandTest extends AnyFunSuite with DeltaSession {

  /** Returns the only row, as a map from column to value. */
  def one(statement: String): Map[String, Any] = rows(spark.sql(statement)) match {
    case Seq(row) => row
    case several => fail(s"$statement gave ${several.length} rows")
  }

  def rows(frame: DataFrame): Seq[Map[String, Any]] =
    frame.collect().toSeq.map((row: Row) => row.getValuesMap[Any](row.schema.fieldNames.toSeq))

  /** Returns the Spark error that `body` fails with. */
  def failure(body: => Any): SparkThrowable = Assertions.intercept[Throwable](body) match {
    case known: SparkThrowable => known
    case other => fail(s"not a Spark error: $other", other)
  }

  /** Makes a table whose log consists of these commits, each of one or more lines. */
  def handWritten(commits: Seq[String]*): Path = {
    val table = temporaryTable()
    val log = Files.createDirectories(JPath.of(table.toUri).resolve("_delta_log"))
    commits.zipWithIndex.foreach { case (lines, version) =>
      Files.writeString(log.resolve(f"$version%020d.json"), lines.mkString("", "\n", "\n"))
    }
    table
  }

  val metadataLine: String =
    """{"metaData":{"id":"t","format":{"provider":"parquet","options":{}},""" +
      """"schemaString":"{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",""" +
      """\"nullable\":true,\"metadata\":{}}]}","partitionColumns":[],"configuration":{}}}"""

  def protocolLine(
      reader: Int,
      writer: Int,
      forReaders: Seq[String],
      forWriters: Seq[String]
  ): String = {
    def list(names: Seq[String]): String = names.map(n => s""""$n"""").mkString("[", ",", "]")
    val lists = s""","readerFeatures":${list(forReaders)},"writerFeatures":${list(forWriters)}"""
    s"""{"protocol":{"minReaderVersion":$reader,"minWriterVersion":$writer${if (writer == 7) lists
      else ""}}}"""
  }
}
