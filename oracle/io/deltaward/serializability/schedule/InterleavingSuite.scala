package io.deltaward.serializability.schedule

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.OracleSession
import org.apache.spark.sql.delta.deltaward.CommitHook

class InterleavingSuite extends AnyFunSuite with OracleSession {

  private def table(session: SparkSession): Path = {
    val path = temporaryTable()
    session.sql(
      s"CREATE TABLE ${named(path)} (id BIGINT, x INT) USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
    )
    session.sql(s"INSERT INTO ${named(path)} SELECT /*+ COALESCE(1) */ id, 0 FROM range(10)")
    path
  }

  private def ids(session: SparkSession, path: Path): Set[Long] =
    session.sql(s"SELECT id FROM ${named(path)}").collect().map(_.getLong(0)).toSet

  private def both(name: String)(body: SparkSession => Assertion): Unit = {
    test(s"$name, without the extension", Exhaustive)(body(plain))
    test(s"$name, with the extension")(body(spark))
  }

  test("one of the two sessions has the extension") {
    assert(CommitHook.isIn(spark) && !CommitHook.isIn(plain))
  }

  both("a held statement commits after winning commits that do not concern it") { session =>
    val path = table(session)
    val outcome =
      new Interleaving(session, path).losing(s"INSERT INTO ${named(path)} VALUES (99, 1)") {
        session.sql(s"DELETE FROM ${named(path)} WHERE id = 1"): Unit
      }
    assert(outcome == Outcome.Committed(Seq(3), None))
    assert(ids(session, path) == (0L to 9L).toSet - 1L + 99L)
  }

  both("a held statement has read before the winning commits") { session =>
    val path = table(session)
    val outcome =
      new Interleaving(session, path).losing(s"DELETE FROM ${named(path)} WHERE id = 1") {
        session.sql(s"DELETE FROM ${named(path)} WHERE id = 1"): Unit
      }
    outcome match {
      case aborted: Outcome.Aborted =>
        assert(aborted.isConflict && aborted.condition.exists(_.startsWith("DELTA_CONCURRENT")))
      case other => fail(other.toString)
    }
  }

  both("others commit between two attempts of a statement") { session =>
    val path = table(session)
    val inserts = (20 to 23).map(i => Statement(s"INSERT INTO ${named(path)} VALUES ($i, 0)"))
    val twice = Seq(Step.Release(1), Step.Attempt(0), Step.Release(2), Step.Release(0))
    val ran = new Interleaving(session, path).run(
      inserts,
      (0 to 2).map(Step.Start(_)) ++ twice ++ Seq(Step.Start(3), Step.Attempt(3), Step.Release(3))
    )
    assert(ran.map(_.outcome) == Seq(4, 2, 3, 5).map(v => Outcome.Committed(Seq(v.toLong), None)))
  }

  both("concurrent statements commit in the order that is asked for") { session =>
    val path = table(session)
    val inserts = (20 to 22).map(i => Statement(s"INSERT INTO ${named(path)} VALUES ($i, 0)"))
    val ran = new Interleaving(session, path).concurrently(inserts, Seq(2, 0, 1))
    assert(ran.map(_.readVersion) == Seq(1, 1, 1))
    assert(ran.map(_.outcome) == Seq(3, 4, 2).map(v => Outcome.Committed(Seq(v.toLong), None)))
  }

  test("a statement started after another's commit reads it", Exhaustive) {
    val path = table(plain)
    val statements = Seq(
      Statement(s"UPDATE ${named(path)} SET x = 1 WHERE id < 3"),
      Statement(s"DELETE FROM ${named(path)} WHERE x = 1")
    )
    val ran = new Interleaving(plain, path).run(statements, Step.sequential(Seq(0, 1)))
    assert(ran.map(_.outcome) == Seq(2, 3).map(v => Outcome.Committed(Seq(v.toLong), Some(3))))
    assert(ran.map(_.readVersion) == Seq(1, 2))
  }

  test(
    "a statement that is analysed early reads at its transaction, except for unrecorded reads"
  ) {
    val path = table(plain)
    val t = named(path)
    val statements = Seq(
      Statement(s"INSERT INTO $t VALUES (20, 0)"),
      Statement(s"INSERT INTO $t SELECT 100 + count(*), 0 FROM $t"),
      Statement(s"UPDATE $t SET x = (SELECT count(*) FROM $t) WHERE id = 1")
    )
    val ran = new Interleaving(plain, path).run(
      statements,
      Seq(Step.Analyse(2), Step.Analyse(1)) ++ Step.sequential(Seq(0, 1, 2))
    )
    assert(ran.map(_.readVersion) == Seq(1, 2, 3))
    val counts = plain.sql(s"SELECT max(id), max(x) FROM $t").head()
    assert(counts.getLong(0) == 111 && counts.getInt(1) == 10)
  }

  test("a statement that finds nothing to do ends without a version", Exhaustive) {
    val path = table(plain)
    val outcome =
      new Interleaving(plain, path).losing(s"DELETE FROM ${named(path)} WHERE id = 77")(())
    assert(outcome == Outcome.Committed(Nil, Some(0)))
  }

  test("OPTIMIZE is held before its first commit, not at later ones") {
    val path = table(plain)
    plain.sql(s"INSERT INTO ${named(path)} VALUES (50, 0)")
    val outcome = new Interleaving(plain, path).losing(s"OPTIMIZE ${named(path)}") {
      plain.sql(s"INSERT INTO ${named(path)} VALUES (51, 0)"): Unit
    }
    assert(outcome == Outcome.Committed(Seq(4), None))
  }

  test("when a winning statement fails, the held statement is released and the failure is seen") {
    val path = table(plain)
    val interleaving = new Interleaving(plain, path)
    val thrown = intercept[IllegalStateException] {
      interleaving.losing(s"INSERT INTO ${named(path)} VALUES (99, 1)") {
        throw new IllegalStateException("a winner failed")
      }
    }
    assert(thrown.getMessage == "a winner failed")
    assert(interleaving.newestVersion == 2)
  }
}
