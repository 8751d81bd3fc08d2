package io.deltaward.drops

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.{ChildSession, Exhaustive, QuietLog}
import io.deltaward.storage.CrashingFileSystem
import io.deltaward.storage.CrashingFileSystem.{crashAfter, crashing}

/** Kills MAKE COMPATIBLE. Delta still reads the table, and a new run finishes. */
class MakeCompatibleCrashSuite extends MakeCompatibleTest with ChildSession with QuietLog {

  private def table(): Path = {
    val path = temporaryTable()
    table(
      path,
      "delta.enableDeletionVectors" -> "true",
      "delta.feature.vacuumProtocolCheck" -> "supported"
    )
    sql(s"DELETE FROM ${named(path)} WHERE id IN (3, 13)")
    path
  }

  private def content(path: Path): Seq[(Long, String)] = {
    DeltaLog.clearCache()
    spark.read.format("delta").load(path.toString).collect().toSeq
      .map(row => (row.getLong(0), row.getString(1))).sorted
  }

  private def finishes(path: Path, rows: Seq[(Long, String)]): Any = {
    assert(content(path) === rows, "rows after the crash")
    makeCompatible(path, s"'$Plain' FOR READ")
    assert(verdicts(path, Plain)._1 === "OK")
    assert(content(path) === rows, "rows at the end")
  }

  /** Only `make test-all` kills at every change, which takes long. The stride meets all kinds of changes in turn. */
  private val Stride = if (Exhaustive.on) 1 else 37

  test("killed all along its changes to the log") {
    val template = table()
    val rows = content(template)
    val crashes = Iterator.from(0, Stride).map { changes =>
      val path = copyOf(template)
      val crashed = crashAfter(changes)(makeCompatible(crashing(path), s"'$Plain' FOR READ"))
      if (crashed) finishes(path, rows) else assert(content(path) === rows)
      crashed
    }.takeWhile(identity).size
    info(s"killed at $crashes changes")
    assert(crashes > 1)
  }

  test("killed by the operating system, in a process of its own", Exhaustive) {
    val path = table()
    val rows = content(path)
    val statement =
      s"ALTER TABLE ${named(crashing(path))} MAKE COMPATIBLE WITH CLIENT '$Plain' FOR READ"
    val before = TableLogFiles.commits(path).size
    val ended = runApart(
      Seq("deltaward.crash.at=7"),
      Seq(
        bothExtensions,
        deltaCatalog,
        s"spark.deltaward.clients.path=${spark.conf.get("spark.deltaward.clients.path")}",
        s"spark.hadoop.fs.${CrashingFileSystem.Scheme}.impl=${classOf[CrashingFileSystem].getName}",
        s"spark.delta.logStore.${CrashingFileSystem.Scheme}.impl=io.delta.storage.LocalLogStore"
      )
    )(statement)
    assert(ended.code === 137, ended.output.takeRight(20).mkString("\n"))
    assert(TableLogFiles.commits(path).size > before)
    finishes(path, rows)
  }
}
