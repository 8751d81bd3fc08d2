package io.deltaward.serializability.histories

import scala.util.Random

import io.deltaward.serializability.schedule.Step

/** The history of a seed: the same in every run. */
object DrawHistory {

  def apply(seed: Long, profile: Profile): History = {
    // Neighbouring seeds give alike first numbers.
    val random = new Random(new Random(seed).nextLong())
    val draw = new DrawOp(random)
    val before = random.nextInt(profile.before + 1)
    val (least, most) = profile.concurrent
    val (fewest, greatest) = profile.rows
    val concurrent = least + random.nextInt(most - least + 1)
    val after = random.nextInt(profile.after + 1)
    val kinds = profile.weights.toSeq.sorted.flatMap { case (kind, weight) =>
      Seq.fill(weight)(kind)
    }
    val ops = (0 until before + concurrent + after).map { i =>
      draw.op(kinds(random.nextInt(kinds.size)), s"T$i")
    }
    History(
      shape(random, profile),
      Seq.tabulate(1 + random.nextInt(profile.files))(i =>
        draw.rows(fewest + random.nextInt(greatest - fewest + 1), s"f$i")
      ),
      ops,
      Step.sequential(0 until before) ++
        overlapping(random, before until before + concurrent) ++
        Step.sequential(before + concurrent until ops.size)
    )
  }

  /** Mostly all read the same version; some start after others have committed. */
  private def overlapping(random: Random, ops: Seq[Int]): Seq[Step] = {
    val order = random.shuffle(ops)
    order.tail.foldLeft(Step.concurrent(Seq(order.head))) { (steps, op) =>
      val start = if (random.nextInt(4) > 0) 0 else random.nextInt(steps.size + 1)
      steps.patch(start, Seq(Step.Start(op)), 0) :+ Step.Release(op)
    }
  }

  private def shape(random: Random, profile: Profile): Shape = {
    def has(property: String): Boolean = random.nextInt(100) < profile.shapes.getOrElse(property, 0)
    Shape(
      profile.levels(random.nextInt(profile.levels.size)),
      rowTracking = has("row tracking"),
      changeFeed = has("change feed"),
      columnMapping = has("column mapping"),
      partitioned = has("partitioned"),
      commitTimestamps = has("commit timestamps")
    )
  }
}
