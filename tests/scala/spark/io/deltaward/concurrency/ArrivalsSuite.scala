package io.deltaward.concurrency

import java.util.concurrent.CyclicBarrier
import java.util.concurrent.atomic.AtomicInteger

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.scalatest.Tag

import io.deltaward.Exhaustive
import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import io.deltaward.serializability.log.{Log, StructuralValidator}
import org.apache.spark.sql.delta.deltaward.ReplacedResolver

/** Tests commits that arrive between a resolution and the attempt that follows it. */
class ArrivalsSuite extends ConflictTest {

  /** Runs one of these statements after each resolution of the losing commit, while it holds no lock. */
  private def arriving(path: Path, arrivals: String*)(body: => Try[Unit]): Try[Unit] = {
    val next = arrivals.iterator
    afterEachResolution(next.nextOption().foreach(arrival => elsewhere(run(path, arrival)))) {
      val outcome = body
      assert(next.isEmpty, "not all arrived")
      outcome
    }
  }

  private def afterEachResolution[A](arrival: => Unit)(body: => A): A = {
    val interrupted: Resolver.Factory = (rows, ranges, limits) =>
      (loser, winner, skipped) => {
        val resolved = new ConflictResolution(rows, ranges, limits).resolve(loser, winner, skipped)
        if (resolved.isRight) arrival
        resolved
      }
    withConf("spark.databricks.delta.commitLock.enabled" -> "false") {
      ReplacedResolver(interrupted)(body)
    }
  }

  private def arrivals(
      name: String,
      setup: Seq[String],
      tags: Tag*
  )(winner: String, later: String*)(loser: String): Unit = atBothLevels(name, tags: _*) { level =>
    val original = made(setup, level)
    val (path, copy) = (copyOf(original), copyOf(original))
    arriving(path, later: _*)(race(path, loser)(run(path, winner))).get
    (winner +: later :+ loser).foreach(run(copy, _))
    assert(content(path) == content(copy))
    assert(StructuralValidator.ofLog(path).isEmpty)
    assert(Log.read(path).newest == Log.read(copy).newest)
  }

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  arrivals("a second winner arrives during the resolution", TenRows, Exhaustive)(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id = 3"
  )("DELETE FROM t WHERE id = 2")

  arrivals("a third arrives during the second resolution", TenRows)(
    "DELETE FROM t WHERE id = 1",
    "UPDATE t SET x = 0 WHERE id = 3",
    "DELETE FROM t WHERE id = 4"
  )("UPDATE t SET x = x + 100 WHERE id = 2")

  arrivals("a compaction arrives while a delete is resolved with a delete", TwoFiles, Exhaustive)(
    "DELETE FROM t WHERE id = 1",
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 12"
  )("DELETE FROM t WHERE id IN (2, 11)")

  arrivals("deletes arrive while a compaction takes over deletes", TwoFiles, Exhaustive)(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id IN (2, 11)",
    "UPDATE t SET x = 0 WHERE id = 3"
  )("OPTIMIZE t")

  atBothLevels("the last of those that arrive can conflict") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = arriving(path, "UPDATE t SET x = 0 WHERE id = 2") {
      race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1"))
    }
    assert(outcome.isFailure)
    assert(content(path).length == 9 && content(path).contains("[2,0,a]"))
  }

  atBothLevels("two losers that resolve one winner at the same time both commit") { level =>
    val (path, copy) =
      (copyOf(made(TenRows, level)), copyOf(made(TenRows, level)))
    val statements = Seq(2, 3).map(id => s"UPDATE t SET x = x + 100 WHERE id = $id")
    val (read, resolved) = (new CyclicBarrier(2), new CyclicBarrier(2))
    val resolutions = new AtomicInteger
    val outcomes = afterEachResolution(if (resolutions.incrementAndGet() <= 2) {
      val _ = resolved.await()
    }) {
      val results = new java.util.concurrent.ConcurrentLinkedQueue[Try[Unit]]
      val threads = statements.map { statement =>
        new Thread(() =>
          results.add(race(path, statement) {
            if (read.await() == 0) run(path, "DELETE FROM t WHERE id = 1")
            val _ = read.await()
          }): Unit
        )
      }
      threads.foreach(_.start())
      threads.foreach(_.join())
      results.toArray(Array.empty[Try[Unit]]).toSeq
    }
    assert(outcomes.forall(_.isSuccess) && outcomes.length == 2, outcomes)
    assert(resolutions.get == 3, "each resolved the winner, and one of them the other")
    ("DELETE FROM t WHERE id = 1" +: statements).foreach(run(copy, _))
    assert(content(path) == content(copy))
    assert(StructuralValidator.ofLog(path).isEmpty)
  }

  private val More =
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(100, 210)"

  Seq(20, 100).foreach { count =>
    atBothLevels(s"$count winners, each with a row of the file", Exhaustive) { level =>
      val original = made(TenRows :+ More, level)
      val (path, copy) = (copyOf(original), copyOf(original))
      val deleted = 101 to 100 + count
      race(path, "DELETE FROM t WHERE id IN (2, 100)")(
        deleted.foreach(id => run(path, s"DELETE FROM t WHERE id = $id"))
      ).get
      run(
        copy,
        s"DELETE FROM t WHERE id IN (2, 100) OR id BETWEEN ${deleted.head} AND ${deleted.last}"
      )
      assert(content(path) == content(copy))
      assert(StructuralValidator.ofLog(path).isEmpty)
      val written = new java.io.File(path.toUri).list.count(_.endsWith(".bin"))
      assert(written == count + 2, "the loser's first, and one when all winners were passed")
    }
  }
}
