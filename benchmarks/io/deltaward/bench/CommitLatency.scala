package io.deltaward.bench

import java.nio.file.Path

/**
 * Measures what the extension adds to a commit. Compares sessions with it, without it, and once more without it
 * (`control`). The ratio of the last two shows what the measurement can tell apart at all.
 */
final class CommitLatency(without: Side, control: Side, guarded: Side, folder: Path, commits: Int) {

  import CommitLatency.Shape

  private val sides = Seq(without, control, guarded)

  /** Measures one shape after the other, as the iterator advances. */
  def results: Iterator[CommitLatency.Result] = shapes.iterator.map(measure)

  /** Measures OPTIMIZE, during which the extension notes where rows go. */
  def compaction: CommitLatency.Result = measure(
    Shape("OPTIMIZE", (commits / 2).max(1), Some(eightFiles(_)))((table, _) => s"OPTIMIZE $table")
  )

  private val shapes = Seq(
    Shape("INSERT", commits)((table, i) => s"INSERT INTO $table VALUES ($i, $i)"),
    Shape("ALTER", commits)((table, i) =>
      s"ALTER TABLE $table SET TBLPROPERTIES ('bench.round' = '$i')"
    ),
    Shape("MERGE", commits)((table, i) =>
      s"MERGE INTO $table t USING (SELECT ${i % 50} AS id, $i AS amount) s ON t.id = s.id " +
        "WHEN MATCHED THEN UPDATE SET amount = s.amount"
    )
  )

  private def eightFiles(table: String) =
    s"INSERT OVERWRITE $table SELECT /*+ REPARTITION(8) */ id, id FROM range(80000)"

  private def measure(shape: Shape): CommitLatency.Result = {
    def table(side: Side) = s"delta.`${folder.resolve(s"${shape.name}-${side.name}")}`"
    sides.foreach { side =>
      side.time(s"CREATE TABLE ${table(side)} (id BIGINT, amount BIGINT) USING delta")
      side.time(s"INSERT INTO ${table(side)} SELECT id, id FROM range(0, 50, 1, 1)")
    }
    val samples = Rounds.run(sides, shape.rounds) { (side, i) =>
      shape.before.foreach(before => side.time(before(table(side))))
      side.time(shape.statement(table(side), i))
    }
    CommitLatency.Result(
      shape.name,
      samples(without),
      samples(guarded),
      Samples.ratio(samples(guarded), samples(without)),
      Samples.ratio(samples(control), samples(without))
    )
  }
}

object CommitLatency {

  /**
   * @param before    runs before each statement, and is not measured
   * @param statement returns the SQL for a table and a round
   */
  final private case class Shape(
      name: String,
      rounds: Int,
      before: Option[String => String] = None
  )(val statement: (String, Int) => String)

  /** @param noise ratio of the two sides without the extension */
  final case class Result(
      shape: String,
      without: Samples,
      guarded: Samples,
      ratio: Ratio,
      noise: Ratio
  )
}
