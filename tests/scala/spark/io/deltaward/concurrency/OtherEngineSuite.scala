package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._
import scala.sys.process.{Process, ProcessLogger}
import scala.util.Using

import org.apache.hadoop.fs.Path
import org.scalatest.Tag

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._
import io.deltaward.serializability.log.StructuralValidator

/**
 * Tests winning commits by deltalake. It does not say whether a commit is a blind append, and rewrites files without
 * deletion vectors. Runs with the environment that `make test` installs for the lab.
 */
class OtherEngineSuite extends ConflictTest {

  private lazy val interpreter: Option[JPath] = Iterator
    .iterate(JPath.of("").toAbsolutePath)(_.getParent)
    .takeWhile(_ != null)
    .map(_.resolve("build/lab/envs"))
    .find(Files.isDirectory(_))
    .flatMap(environments =>
      Using.resource(Files.list(environments))(
        _.iterator.asScala.toSeq.sorted
          .filter(_.getFileName.toString.startsWith("deltalake-"))
          .lastOption
      )
    )
    .map(_.resolve("bin/python"))
    .filter(Files.isExecutable(_))

  /** Runs a change in deltalake, and returns what it prints. */
  private def deltalake(path: Path, change: String): Seq[String] = {
    val script =
      s"""import pyarrow
         |from deltalake import DeltaTable, QueryBuilder, write_deltalake
         |table = DeltaTable("${path.toUri.getPath}")
         |$change
         |""".stripMargin
    val output = new ConcurrentLinkedQueue[String]
    val code = Process(Seq(interpreter.get.toString, "-c", script))
      .!(ProcessLogger(line => output.add(line): Unit))
    assert(code == 0, output)
    output.asScala.toSeq
  }

  private def rowsSeenByDeltalake(path: Path): Seq[String] = deltalake(
    path,
    """rows = QueryBuilder().register("t", table).execute("SELECT id, x, s FROM t")
      |for row in pyarrow.table(rows).to_pylist():
      |    print("[" + ",".join(str(value) for value in row.values()) + "]")""".stripMargin
  ).sorted

  private def append(id: Int): String =
    s"write_deltalake(table, pyarrow.table({'id': [$id], " +
      s"'x': pyarrow.array([$id], pyarrow.int32()), 's': ['new']}), mode='append')"

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  /** @param same the winning commit as a statement of Spark */
  private def against(name: String, tags: Tag*)(winner: String, same: String)(
      loser: String
  )(expected: Expected): Unit =
    atBothLevels(name, tags: _*) { level =>
      assume(interpreter.isDefined, "deltalake is not installed")
      val (path, copy) = (copyOf(made(TwoFiles, level)), copyOf(made(TwoFiles, level)))
      val outcome = race(path, loser)(deltalake(path, winner): Unit)
      run(copy, same)
      expected match {
        case Fails(exception) =>
          assert(outcome.failed.get.getClass.getSimpleName == exception, outcome)
        case _ =>
          outcome.get
          run(copy, loser)
      }
      assert(content(path) == content(copy))
      assert(StructuralValidator.ofLog(path).isEmpty)
    }

  against("an append of a row that a delete leaves alone", Exhaustive)(
    append(99),
    "INSERT INTO t VALUES (99, 99, 'new')"
  )("DELETE FROM t WHERE id = 2")(Last)

  against("an append of a row that a delete would delete: nobody says that it was blind")(
    append(2),
    "INSERT INTO t VALUES (2, 2, 'new')"
  )("DELETE FROM t WHERE id = 2")(Append)

  against("a delete that writes the file anew")(
    "table.delete('id = 1')",
    "DELETE FROM t WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Append)

  against("a delete that writes another file anew", Exhaustive)(
    "table.delete('id = 11')",
    "DELETE FROM t WHERE id = 11"
  )("DELETE FROM t WHERE id = 2")(Last)

  against("a delete finds its rows in the file that it compacted")(
    "table.optimize.compact()",
    "OPTIMIZE t"
  )("DELETE FROM t WHERE id IN (2, 12)")(Last)

  against("an update finds its rows in the files that it put in Z-order", Exhaustive)(
    "table.optimize.z_order(['x'])",
    "OPTIMIZE t"
  )("UPDATE t SET x = x + 100 WHERE id IN (2, 12)")(Last)

  against("a compaction takes over a row that went with its file")(
    "table.delete('id = 1')",
    "DELETE FROM t WHERE id = 1"
  )("OPTIMIZE t")(Last)

  Seq(
    "DELETE FROM t WHERE id = 1" -> "UPDATE t SET x = x + 100 WHERE id = 2",
    "OPTIMIZE t" -> "DELETE FROM t WHERE id IN (2, 12)",
    "DELETE FROM t WHERE id = 1" -> "OPTIMIZE t"
  ).foreach { case (winner, loser) =>
    val tags = Exhaustive.unless(loser.startsWith("UPDATE"))
    atBothLevels(s"it reads the same rows as Delta after $winner and then $loser", tags: _*) {
      level =>
        assume(interpreter.isDefined, "deltalake is not installed")
        val path = copyOf(made(TwoFiles, level))
        race(path, loser)(run(path, winner)).get
        assert(rowsSeenByDeltalake(path) == content(path))
    }
  }
}
