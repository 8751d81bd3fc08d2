package io.deltaward.bench

import java.nio.file.Path

/**
 * What the extension adds to a commit: sessions with it, without it, and without it once more, whose ratio to the other
 * is what such a measurement can tell apart at all.
 */
final class CommitLatency(without: Side, control: Side, guarded: Side, folder: Path, commits: Int) {

  private val sides = Seq(without, control, guarded)

  /** One measurement after the other, as the iterator is asked for it. */
  def results: Iterator[CommitLatency.Result] = shapes.iterator.map { case (shape, statement) =>
    measure(shape)(statement)
  }

  private val shapes = Seq[(String, (String, Int) => String)](
    "INSERT" -> ((table, i) => s"INSERT INTO $table VALUES ($i, $i)"),
    "ALTER" -> ((table, i) => s"ALTER TABLE $table SET TBLPROPERTIES ('bench.round' = '$i')"),
    "MERGE" ->
      ((table, i) =>
        s"MERGE INTO $table t USING (SELECT ${i % 50} AS id, $i AS amount) s ON t.id = s.id " +
          "WHEN MATCHED THEN UPDATE SET amount = s.amount"
      )
  )

  private def measure(shape: String)(statement: (String, Int) => String): CommitLatency.Result = {
    def table(side: Side) = s"delta.`${folder.resolve(s"$shape-${side.name}")}`"
    sides.foreach { side =>
      side.time(s"CREATE TABLE ${table(side)} (id BIGINT, amount BIGINT) USING delta")
      side.time(s"INSERT INTO ${table(side)} SELECT id, id FROM range(0, 50, 1, 1)")
    }
    val samples = Rounds.of(sides, commits)((side, i) => side.time(statement(table(side), i)))
    CommitLatency.Result(
      shape,
      samples(without),
      samples(guarded),
      Samples.ratio(samples(guarded), samples(without)),
      Samples.ratio(samples(control), samples(without))
    )
  }
}

object CommitLatency {

  /** @param noise the ratio of two sides that do not differ */
  final case class Result(
      shape: String,
      without: Samples,
      guarded: Samples,
      ratio: Ratio,
      noise: Ratio
  )
}
