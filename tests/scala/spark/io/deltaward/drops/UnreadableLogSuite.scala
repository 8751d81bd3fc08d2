package io.deltaward.drops

import java.nio.file.Files

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.QuietLog
import io.deltaward.commands.CommandTest
import io.deltaward.storage.{DenyingFileSystem, LogSurgery}
import io.deltaward.storage.DenyingFileSystem.{denying, withoutRight, Right}

/** Tests the statements about the protocol on a log that must not be read. */
class UnreadableLogSuite extends CommandTest with QuietLog {

  private val statements = Seq(
    "SHOW PROTOCOL HISTORY FOR %s",
    "SHOW CHECKPOINT PROTECTION FOR %s",
    "EXPLAIN PROTOCOL ALTER TABLE %s SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
    "EXPLAIN DROP FEATURE deletionVectors FOR %s",
    "ALTER TABLE %s NORMALIZE PROTOCOL",
    "ALTER TABLE %s MAKE COMPATIBLE WITH CLIENT 'delta-standalone' FOR READ"
  )

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.sparkContext.hadoopConfiguration
      .set(s"fs.${DenyingFileSystem.Scheme}.impl", classOf[DenyingFileSystem].getName)
  }

  private lazy val template: Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    path
  }

  private def files(path: Path): Map[String, Long] =
    LogSurgery.files(path).map { case (name, _) =>
      name -> Files.getLastModifiedTime(LogSurgery.directory(path).resolve(name)).toMillis
    }

  private def isRefused(statement: String, table: String): Any =
    Seq(Right.List, Right.Open).foreach { right =>
      DeltaLog.clearCache()
      val error = failure(withoutRight(right)(sql(statement.format(table))))
      assert(error.getCondition === "DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE", right)
      assert(error.getMessageParameters.get("cause").contains("Permission denied"), right)
      assert(error.getMessageParameters.get("table") === table, right)
    }

  statements.foreach { statement =>
    test(s"a path: ${statement.format("t")}") {
      val path = copyOf(template)
      val before = files(path)
      isRefused(statement, named(denying(path)))
      assert(files(path) === before)
    }

    test(s"a name of the catalog: ${statement.format("t")}") {
      val path = copyOf(template)
      val before = files(path)
      sql(s"CREATE TABLE unreadable USING delta LOCATION '${denying(path)}'")
      try isRefused(statement, "unreadable")
      finally sql("DROP TABLE unreadable"): Unit
      assert(files(path) === before)
    }
  }
}
