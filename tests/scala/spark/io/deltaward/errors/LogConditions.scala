package io.deltaward.errors

import java.nio.file.Files

import org.apache.hadoop.fs.Path

import io.deltaward.log.LogProblem
import io.deltaward.storage.LogSurgery._

/** Makes a damaged log for each condition of `DELTAWARD_TABLE_NOT_READABLE`. */
trait LogConditions extends Raised {

  private def describe(table: Path, travel: String = ""): Any =
    sql(s"DESCRIBE PROTOCOL ${named(table)} $travel")

  private def written(versions: (Long, Seq[String])*): Path = {
    val table = temporaryTable()
    versions.foreach { case (version, lines) => commit(table, version, lines: _*) }
    table
  }

  private val whole = Seq(protocol(1, 2), metadata)
  private def good: Path = written(0L -> whole)

  val logConditions: Ways = inFamily(
    "DELTAWARD_TABLE_NOT_READABLE",
    Seq(
      "PATH_NOT_FOUND" -> (() => describe(temporaryTable())),
      "NOT_A_TABLE" -> (() => describe(new Path(temporaryDirectory().toUri))),
      "EMPTY_LOG" -> { () =>
        val table = temporaryTable()
        Files.createDirectories(directory(table))
        describe(table)
      },
      "GAP" -> (() => describe(written(0L -> whole, 3L -> Seq(add(1))))),
      "EMPTY_COMMIT" -> (() => describe(written(0L -> whole, 1L -> Nil))),
      "TRUNCATED_JSON" -> { () =>
        val table = good
        write(table, commitName(1), """{"add":{"path":"x""")
        describe(table)
      },
      "MALFORMED" -> (() => describe(written(0L -> whole, 1L -> Seq("nonsense")))),
      "MALFORMED_PROTOCOL" ->
        (() =>
          describe(written(0L -> Seq(protocol(1, 2).replace("2", "99999999999"), metadata)))
        ),
      "MISSING_PROTOCOL" -> (() => describe(written(0L -> Seq(metadata)))),
      "MISSING_METADATA" -> (() => describe(written(0L -> Seq(protocol(1, 2))))),
      "NO_USABLE_CHECKPOINT" -> (() => describe(written(2L -> Seq(add(1))))),
      "VERSION_NOT_FOUND" -> (() => describe(good, "VERSION AS OF 7")),
      "TIMESTAMP_BEFORE_FIRST" -> (() => describe(good, "TIMESTAMP AS OF '2001-01-01'")),
      "TIMESTAMP_AFTER_LAST" -> (() => describe(good, "TIMESTAMP AS OF '2901-01-01'")),
      "NOT_OPENED" -> { () =>
        val table = temporaryTable()
        sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
        write(
          table,
          commitName(1),
          """{"metaData":{"id":"a","format":{"provider":"parquet","options":{}},""" +
            """"schemaString":"no schema","partitionColumns":[],"configuration":{}}}"""
        )
        org.apache.spark.sql.delta.DeltaLog.clearCache()
        sql(s"EXPLAIN DROP FEATURE invariants FOR ${named(table)}")
      },
      "TIMED_OUT" ->
        (() => throw Errors.notReadable(LogProblem.TimedOut("/lake/orders", 1), "orders")),
      "NOT_READABLE" -> (() => describe(new Path("nosuchscheme://bucket/table")))
    )
  )
}
