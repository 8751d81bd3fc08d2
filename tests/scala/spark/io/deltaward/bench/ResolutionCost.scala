package io.deltaward.bench

import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.deltaward.concurrency.{ConflictResolution, Resolver}
import org.apache.spark.sql.delta.deltaward.BeforeFirstAttempt

/** What resolving one conflict takes, in tables of more and more files. The statements of each pair touch one file. */
final class ResolutionCost(side: Side, winner: Side, folder: Path, n: Int) {

  /** Milliseconds, by the number of files. */
  val results: Seq[(Int, Samples)] = Seq(10, 100, 1000, 10000).map { files =>
    val table = Writers.table(side, folder.resolve(s"files-$files"), files * 10L, files)
    files -> Samples(times(table).drop(ResolutionCost.WarmUp))
  }

  private def times(table: Path): IndexedSeq[Double] = {
    val taken = new ConcurrentLinkedQueue[Double]
    val timed: Resolver.Factory = (rows, ranges, limits) =>
      (loser, winning, skipped) => {
        val start = System.nanoTime()
        val resolved = new ConflictResolution(rows, ranges, limits).against(loser, winning, skipped)
        require(resolved.isRight, resolved)
        taken.add((System.nanoTime() - start) / 1e6)
        resolved
      }
    Resolver.replacedBy(timed) {
      (0 until ResolutionCost.WarmUp + n).foreach { i =>
        side.run { spark =>
          BeforeFirstAttempt.run(
            winner.run(_.sql(s"UPDATE delta.`$table` SET v = -1 WHERE k = 1").collect()): Unit
          )(spark.sql(s"UPDATE delta.`$table` SET v = $i WHERE k = 2").collect())
        }
      }
    }
    taken.asScala.toIndexedSeq
  }
}

object ResolutionCost {
  val WarmUp = 5
}
