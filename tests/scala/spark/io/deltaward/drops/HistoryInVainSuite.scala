package io.deltaward.drops

import scala.annotation.tailrec
import scala.util.{Failure, Success, Try}

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable

import io.deltaward.Exhaustive

/** Tests that no statement deletes history unless its drop succeeds in the same run. */
class HistoryInVainSuite extends MakeCompatibleTest {

  private def withVectorsPurged(path: Path): Unit = {
    withVectorsOff(path)
    sql(s"REORG TABLE ${named(path)} APPLY (PURGE)"): Unit
  }

  private def alter(path: Path, statement: String): Unit =
    sql(s"ALTER TABLE ${named(path)} $statement"): Unit

  private val tables = Seq[(String, String, Path => Unit)](
    ("vectors", "deletionVectors", withVectors),
    ("vectors that are turned off", "deletionVectors", withVectorsOff),
    ("vectors that are purged", "deletionVectors", withVectorsPurged),
    (
      "vectors that are purged, before a checkpoint",
      "deletionVectors",
      path => {
        withVectorsPurged(path)
        makeCheckpoint(path)
      }
    ),
    (
      "a mapped column",
      "columnMapping",
      path => {
        table(path, "delta.columnMapping.mode" -> "name")
        alter(path, "RENAME COLUMN v TO w")
      }
    ),
    (
      "V2 checkpoints that are turned off",
      "v2Checkpoint",
      path => {
        table(path, "delta.checkpointPolicy" -> "v2")
        makeCheckpoint(path)
        alter(path, "SET TBLPROPERTIES ('delta.checkpointPolicy' = 'classic')")
      }
    ),
    (
      "type widening that is turned off",
      "typeWidening",
      path => {
        table(path, "delta.enableTypeWidening" -> "true")
        alter(path, "SET TBLPROPERTIES ('delta.enableTypeWidening' = 'false')")
      }
    )
  )

  /** How much of the log is old enough to go: a name, and the newest version that is. */
  private val ages = Seq[(String, Path => Long)](
    "young" -> (_ => -1),
    "old but for its newest version" -> (path => TableLogFiles.commits(path).last - 1),
    "old but for its two newest versions" -> (path => TableLogFiles.commits(path).last - 2),
    "old" -> (path => TableLogFiles.commits(path).last)
  )

  private val tried = Set(
    "vectors that are turned off" -> "old",
    "vectors that are purged" -> "old but for its two newest versions",
    "a mapped column" -> "old but for its newest version"
  )

  for {
    (what, feature, make) <- tables
    (age, upTo) <- ages
    (client, waits) <- Seq(Plain -> true, Sparse -> false)
  } test(
    s"$what, and a log that is $age: ${if (waits) "the feature goes" else "the feature is not used"}",
    Exhaustive.unless(waits && tried(what -> age)): _*
  ) {
    val path = temporaryTable()
    make(path)
    TableLogFiles.age(path, upTo = upTo(path))
    val rows = sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq.sorted
    run(path, client, feature)
    // A second run that comes too early.
    TableLogFiles.age(path, upTo = TableLogFiles.commits(path).last - 2)
    run(path, client, feature)
    finish(path, client, feature, runs = 3)
    assert(sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq.sorted === rows)
  }

  /** Runs MAKE COMPATIBLE, first with DRY RUN. Returns whether all of its steps are done. */
  private def run(path: Path, client: String, feature: String): Boolean = {
    val before = TableLogFiles.commits(path)
    val planned = Try(makeCompatible(path, s"'$client' DRY RUN"))
    val done = Try(makeCompatible(path, s"'$client'"))
    val kept = protocolOf(snapshot(path)).supportedFeatures(feature)
    if (kept) assert(TableLogFiles.commits(path).head === before.head, done)
    (planned, done) match {
      case (Success(foreseen), Success(rows)) =>
        assert(statuses(foreseen).map(_._2) === statuses(rows).map(_._2))
        rows.forall(_("status") == "DONE")
      case (Failure(first), Failure(refused: SparkThrowable)) =>
        assert(first.getMessage === refused.asInstanceOf[Throwable].getMessage)
        assert(TableLogFiles.commits(path) === before)
        val hint = refused.getMessageParameters.get("hint")
        assert(hint.startsWith("Run first: "), refused)
        sql(hint.stripPrefix("Run first: "))
        false
      case other => fail(other.toString)
    }
  }

  @tailrec
  private def finish(path: Path, client: String, feature: String, runs: Int): Unit = {
    TableLogFiles.age(path)
    if (!run(path, client, feature)) {
      assert(runs > 0, "it waits for good")
      finish(path, client, feature, runs - 1)
    }
  }
}
