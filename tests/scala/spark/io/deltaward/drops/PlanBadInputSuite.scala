package io.deltaward.drops

import org.apache.hadoop.fs.Path

import io.deltaward.commands.CommandTest
import io.deltaward.storage.LogSurgery

/** Tests the statements about the protocol on tables that they cannot work on. */
class PlanBadInputSuite extends CommandTest {

  private val statements = Seq(
    "SHOW PROTOCOL HISTORY FOR %s",
    "SHOW CHECKPOINT PROTECTION FOR %s",
    "EXPLAIN DROP FEATURE deletionVectors FOR %s",
    "ALTER TABLE %s NORMALIZE PROTOCOL",
    "ALTER TABLE %s MAKE COMPATIBLE WITH CLIENT 'delta-standalone' FOR READ"
  )

  private def withLog(): Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    path
  }

  statements.foreach { statement =>
    def conditionOn(table: String): String = failure(sql(statement.format(table))).getCondition

    test(s"a table of another format, and none at all: ${statement.format("t")}") {
      sql("CREATE TABLE another_format (id BIGINT) USING parquet")
      try assert(conditionOn("another_format") === "DELTAWARD_NOT_A_DELTA_TABLE.OTHER_FORMAT")
      finally sql("DROP TABLE another_format"): Unit
      assert(conditionOn(s"'${temporaryTable()}'") ===
        "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND")
    }

    test(s"a log that ends in the middle: ${statement.format("t")}") {
      val path = withLog()
      val newest = LogSurgery.commitName(1)
      val text = LogSurgery.text(path, newest)
      LogSurgery.deleteChecksums(path)
      LogSurgery.write(path, newest, text.take(text.length - 20))
      assert(conditionOn(named(path)) === "DELTAWARD_TABLE_NOT_READABLE.TRUNCATED_JSON")
      assert(LogSurgery.files(path).keySet.count(_.endsWith(".json")) === 2)
    }
  }
}
