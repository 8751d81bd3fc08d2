package io.deltaward.drops

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.{MadeTables, QuietLog}
import io.deltaward.commands.CommandTest
import io.deltaward.storage.LogSurgery

/** Tests the statements about the protocol on a table that Delta cannot open, but whose protocol can be read. */
class NotOpenedSuite extends CommandTest with QuietLog {

  private def damaged(): Path = {
    val table = copyOf(MadeTables.made("not opened") { path =>
      sql(
        s"""CREATE TABLE ${named(path)} (id BIGINT) USING delta
             |TBLPROPERTIES ('delta.checkpointPolicy' = 'v2', 'delta.feature.deletionVectors' = 'supported')""".stripMargin
      )
      sql(s"INSERT INTO ${named(path)} VALUES (1)")
      makeCheckpoint(path)
    })
    val log = LogSurgery.directory(table)
    Files.list(log.resolve("_sidecars")).forEach(Files.delete(_))
    LogSurgery.write(table, LogSurgery.commitName(2), """{"add":{"path":7}}""")
    DeltaLog.clearCache()
    table
  }

  Seq(
    "EXPLAIN DROP FEATURE deletionVectors FOR %s",
    "ALTER TABLE %s MAKE COMPATIBLE WITH CLIENT 'delta-standalone' FOR READ"
  ).foreach { statement =>
    test(s"one error, with what Delta says and what to do: $statement") {
      val table = damaged()
      val before = LogSurgery.files(table).keySet
      val error = failure(sql(statement.format(named(table))))
      assert(error.getCondition == "DELTAWARD_TABLE_NOT_READABLE.NOT_OPENED")
      assert(error.getMessageParameters.get("table") == named(table))
      assert(error.getMessageParameters.get("cause").nonEmpty)
      assert(LogSurgery.files(table).keySet == before)
    }
  }
}
