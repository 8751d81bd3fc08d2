package io.deltaward.bench

import java.nio.file.Path

import org.apache.spark.sql.delta.deltaward.Once

/** Measures the time to resolve one conflict. */
final class ResolutionCost(side: Side, winner: Side, folder: Path) {
  import ResolutionCost._

  /** Resolves two updates of different rows of one file. Returns milliseconds by the number of files of the table. */
  def byFiles(n: Int): Seq[(Int, Samples)] = Seq(10, 100, 1000, 10000).map { files =>
    val table = Writers.table(side, folder.resolve(s"files-$files"), files * 10L, files)
    val times = ResolutionTime.measure {
      (0 until WarmUp + n).foreach { i =>
        race(s"UPDATE delta.`$table` SET v = -1 WHERE k = 1")(
          s"UPDATE delta.`$table` SET v = $i WHERE k = 2"
        )
      }
    }
    files -> Samples(times.drop(WarmUp))
  }

  /** Resolves a delete whose row a compaction has moved. Returns milliseconds by the number of rows of the new file. */
  def byRows(n: Int): Seq[(Int, Samples)] = Seq(10000, 100000, 1000000, 5000000).map { rows =>
    val times = ResolutionTime.measure {
      (0 to n).foreach { i =>
        val table = Writers.table(side, folder.resolve(s"rows-$rows-$i"), rows.toLong, 2)
        race(s"OPTIMIZE delta.`$table`")(s"DELETE FROM delta.`$table` WHERE k = 2")
      }
    }
    rows -> Samples(times.drop(1))
  }

  private def race(winning: String)(losing: String): Unit = side.run { spark =>
    Once.beforeAttempt(winner.run(_.sql(winning).collect()): Unit)(spark.sql(losing).collect())
  }: Unit
}

object ResolutionCost {
  private val WarmUp = 5
}
