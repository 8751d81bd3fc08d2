package io.deltaward.concurrency

import scala.util.Try

import org.apache.hadoop.fs.Path

import io.deltaward.{Exhaustive, RunningDelta}
import io.deltaward.serializability.log.{Log, StructuralValidator}
import io.deltaward.storage.CommitFault._
import io.deltaward.storage.FaultyFileSystem.{faulty, withFault, Fault}

/** Tests a log store that fails at the resolved commit: no row is lost, doubled or resurrected. */
class LogStoreFaultsSuite extends ConflictTest {

  private val Winner = "DELETE FROM t WHERE id = 1"
  private val Loser = "UPDATE t SET x = x + 100 WHERE id = 2"

  /** The version of the resolved commit, after those of the table, its rows and the winning commit. */
  private val Resolved = 3L

  private def raced(level: String, fault: Fault): (Path, Try[Unit]) = {
    val path = copyOf(made(TenRows, level))
    path -> withFault(fault)(race(faulty(path), Loser)(run(path, Winner)))
  }

  private def after(statements: String*): Seq[String] = contentAfter(TenRows, statements)

  private def newest(path: Path): Long = {
    val _ = assert(StructuralValidator.ofLog(path).isEmpty)
    Log.read(path).newest
  }

  Seq(
    "before it is written" -> beforeWriting _,
    "when half of it is written" -> halfWritten _,
    "before it has its name" -> beforeNaming _
  ).foreach { case (when, fault) =>
    atBothLevels(
      s"a store that fails $when leaves the winner's rows, and a second run finishes",
      Exhaustive.unless(when.startsWith("when half")): _*
    ) { level =>
      val (path, outcome) = raced(level, fault(Resolved))
      assert(outcome.isFailure)
      assert(content(path) == after(Winner) && newest(path) == Resolved - 1)
      run(path, Loser)
      assert(content(path) == after(Winner, Loser) && newest(path) == Resolved)
    }
  }

  atBothLevels("a deletion vector that cannot be written leaves the winner's rows") { level =>
    val (path, outcome) = raced(level, secondDeletionVector)
    assert(outcome.isFailure)
    assert(content(path) == after(Winner) && newest(path) == Resolved - 1)
    run(path, Loser)
    assert(content(path) == after(Winner, Loser) && newest(path) == Resolved)
  }

  atBothLevels("an answer that is lost is a failure of a commit that counts once") { level =>
    val (path, outcome) = raced(level, answerLost(Resolved))
    assert(outcome.isFailure)
    assert(content(path) == after(Winner, Loser) && newest(path) == Resolved)
  }

  private val Detected = "spark.databricks.delta.commit.idempotencyCheck.enabled" -> "true"

  // Delta before 4.4 does not look for its own commits.
  if (RunningDelta.isAtLeast("4.4"))
    atBothLevels(
      "a commit that the store finds there already is known for the transaction's own"
    ) { level =>
      val (path, outcome) = withConf(Detected)(raced(level, foundByRetry(Resolved)))
      outcome.get
      assert(content(path) == after(Winner, Loser) && newest(path) == Resolved)
    }

  atBothLevels(
    "where Delta is not told to look for its own commits, one is a conflict, and counts once"
  ) { level =>
    val (path, outcome) = raced(level, foundByRetry(Resolved))
    assert(outcome.failed.get.getClass.getSimpleName == "ConcurrentAppendException", outcome)
    assert(content(path) == after(Winner, Loser) && newest(path) == Resolved)
  }

  Seq(
    "an update" -> Loser,
    "a copy that does not read its rows" ->
      "INSERT INTO t SELECT id + 100, x, s FROM t WHERE id < 5",
    "a merge that does not read its rows" ->
      ("MERGE INTO t AS t USING (VALUES 2, 4 AS v(k)) s ON t.id = s.k AND t.id < 3 " +
        "WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k + 100, 0)")
  ).foreach { case (what, statement) =>
    atBothLevels(
      s"$what is not added a second time to its own commit",
      Exhaustive.unless(statement == Loser): _*
    ) { level =>
      val path = copyOf(made(TenRows, level))
      val _ = Try(withFault(foundByRetry(Resolved - 1))(run(faulty(path), statement)))
      assert(content(path) == after(statement) && newest(path) == Resolved - 1)
    }
  }
}
