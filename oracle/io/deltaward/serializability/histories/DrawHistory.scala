package io.deltaward.serializability.histories

import scala.util.Random

import io.deltaward.serializability.model.{
  Alter,
  AppendByHand,
  FileLayout,
  HardBounds,
  Insert,
  InsertLate,
  Merge,
  Op,
  PartitionType,
  Record,
  Restore,
  Rewrite
}
import io.deltaward.serializability.schedule.{Step, Upkeep}

/** Draws the history of a seed. A seed gives the same history in every run. */
object DrawHistory {

  def apply(seed: Long, profile: Profile): History = {
    // `Random` gives similar first numbers for neighbouring seeds.
    val random = new Random(new Random(seed).nextLong())
    val stored = new Random(new Random(seed).nextLong() + 5)
    val required = new Random(new Random(seed).nextLong() + 6)
    val hard = new Random(new Random(new Random(seed).nextLong() + 9).nextLong())
    val drawnShape = shape(random, stored, required, hard, profile)
    val sessions = new DrawSession(random, drawnShape, profile.surroundings)
    // A separate stream, so that its draws do not change the others.
    val apart = new Random(new Random(seed).nextLong() + 1)
    val sources = new Random(new Random(seed).nextLong() + 2)
    val draw = new DrawOp(
      random,
      () => sessions.form(),
      () => apart.nextInt(100) < profile.none,
      from(sources, _),
      () => FileLayout.all(stored.nextInt(FileLayout.all.size)),
      drawnShape.required,
      Merge.ById +: drawnShape.hard.toSeq.flatMap(_ => Seq.fill(3)(Merge.ByX))
    )
    val before = random.nextInt(profile.before + 1)
    val (least, most) = profile.concurrent
    val (fewest, greatest) = profile.rows
    val concurrent = least + random.nextInt(most - least + 1)
    val after = random.nextInt(profile.after + 1)
    val weights = profile.weights --
      (if (drawnShape.required) DrawOp.withoutValue else Nil) --
      // The hand writer does not write the column `u`.
      (if (drawnShape.hard.nonEmpty) Seq("append by hand") else Nil)
    val kinds = weights.toSeq.sorted.flatMap { case (kind, weight) => Seq.fill(weight)(kind) }
    val rows = Seq.tabulate(before + concurrent + after)(i =>
      draw.op(kinds(random.nextInt(kinds.size)), s"T$i")
    )
    val columns = new Random(new Random(seed).nextLong() + 4)
    val isLate = columns.nextInt(100) < profile.surroundings.late && !drawnShape.required
    val hasNewSchema = isLate || drawnShape.required
    val overlap = before until before + concurrent
    val names = new Random(new Random(new Random(seed).nextLong() + 7).nextLong())
    val filed = new Random(new Random(new Random(seed).nextLong() + 8).nextLong())
    val over = new Random(new Random(new Random(seed).nextLong() + 10).nextLong())
    val beside = replaced(
      filed,
      if (isLate)
        replaced(names, rows, overlap, profile.surroundings.named)(draw.drawWith(names).naming)
      else if (drawnShape.required) rows
      else {
        val alters = new Random(new Random(seed).nextLong() + 3)
        replaced(alters, rows, overlap, profile.surroundings.altered)(alter(alters, _))
      },
      overlap,
      profile.surroundings.filed
    )(draw.drawWith(filed).besideFiles)
    val overwritten = replaced(over, beside, overlap, profile.surroundings.overwritten)(
      draw.drawWith(over).overwrite
    )
    val files = Seq.tabulate(1 + random.nextInt(profile.files))(i =>
      draw.rows(fewest + random.nextInt(greatest - fewest + 1), s"f$i")
    )
    val restores = new Random(new Random(new Random(seed).nextLong() + 12).nextLong())
    val drawn =
      // RESTORE would also undo the changes of metadata.
      if (hasNewSchema || overwritten.exists(_.isInstanceOf[Alter])) overwritten
      else
        replaced(restores, overwritten, overlap, profile.surroundings.restored)(_ =>
          restore(restores, files)
        )
    val compactions = chainOf(draw, random, drawn.size, profile)
    val next = s"T${drawn.size + 1}"
    val chain =
      if (isLate) lateColumn(columns, files.flatten, next)
      else if (drawnShape.required) lateNull(files.flatten, next)
      else compactions
    val ops = drawn ++ chain
    val amidst = within(random, overlapping(random, before until before + concurrent))(
      Step.sequential(drawn.size until ops.size)
    )
    val steps = Step.sequential(0 until before) ++
      kept(random, amidst, possible(ops, profile.surroundings.upkeep)) ++
      Step.sequential(before + concurrent until drawn.size)
    // Delta fails a statement that was analysed before a schema change, but does not report a conflict.
    val begun = analysed(apart, steps, ops, if (hasNewSchema) 0 else profile.surroundings.analysed)
    History(
      drawnShape,
      files,
      ops,
      attempted(
        new Random(new Random(new Random(seed).nextLong() + 11).nextLong()),
        madeAgain(sources, begun, ops, profile.surroundings.sources),
        ops,
        profile.surroundings.attempts
      ),
      ops.map {
        case Merge(_, _, _, _, _, _, _: Merge.CachedTable) => sessions.session().byDefault
        case _ => sessions.session()
      },
      if (drawnShape.partition.isEmpty) Nil else files.map(_ => sessions.form())
    )
  }

  private def from(random: Random, writer: String): Merge.From = random.nextInt(6) match {
    case 0 => Merge.OtherTable(writer, at = Option.when(random.nextInt(3) == 0)(0L))
    case 1 => Merge.OtherTable(writer, "<=>")
    case 2 => Merge.CachedTable(writer)
    case _ => Merge.Written
  }

  /** Replaces one or two concurrent operations, in the given percentage of histories. */
  private def replaced(
      random: Random,
      ops: Seq[Op],
      concurrent: Range,
      percent: Int
  )(by: String => Op): Seq[Op] =
    if (random.nextInt(100) >= percent) ops
    else
      random.shuffle(concurrent.toList).take(1 + random.nextInt(2)).foldLeft(ops) { (all, i) =>
        all.updated(i, by(s"T$i"))
      }

  private def alter(random: Random, writer: String): Op = random.nextInt(4) match {
    case 0 => Alter.Team(writer)
    case 1 => Alter.Retention(30 + random.nextInt(100))
    case 2 => Alter.Comment(writer)
    case _ => Alter.Check(s"c_$writer")
  }

  private def restore(random: Random, files: Seq[Seq[Record]]): Restore = {
    val version = 1 + random.nextInt(files.size)
    Restore(version.toLong, files.take(version).flatten)
  }

  /** Schedules overlapping statements. Most read the same version; some start after others have committed. */
  private def overlapping(random: Random, ops: Seq[Int]): Seq[Step] = {
    val order = random.shuffle(ops)
    order.tail.foldLeft(Step.concurrent(Seq(order.head))) { (steps, op) =>
      val start = if (random.nextInt(4) > 0) 0 else random.nextInt(steps.size + 1)
      steps.patch(start, Seq(Step.Start(op)), 0) :+ Step.Release(op)
    }
  }

  /** Returns two rewrites in a row, with an insert between them that gives the second something to rewrite. */
  private def chainOf(draw: DrawOp, random: Random, first: Int, profile: Profile): Seq[Op] =
    if (random.nextInt(100) >= profile.surroundings.chain) Nil
    else
      Seq("optimize", "insert", if (random.nextBoolean()) "zorder" else "optimize")
        .zipWithIndex
        .map { case (kind, i) => draw.op(kind, s"T${first + i}") }

  /** Returns operations that add a column, insert near-copies of a row with values in it, and compact the table. */
  private def lateColumn(random: Random, rows: Seq[Record], writer: String): Seq[Op] = {
    val twin = rows(random.nextInt(rows.size))
    val added = Seq(
      twin.copy(late = Some(random.nextInt(3))),
      twin.copy(id = random.nextInt(10).toLong, trail = writer, late = Some(random.nextInt(3)))
    )
    Seq(Alter.AddColumn, InsertLate(added), Rewrite.Optimize)
  }

  /** Returns operations that drop NOT NULL from `x`, on which running statements rely, and insert NULLs in it. */
  private def lateNull(rows: Seq[Record], writer: String): Seq[Op] =
    Seq(Alter.DropNotNull, Insert(rows.take(2).map(_.copy(x = None, trail = writer))))

  /** Inserts the steps `more` into `steps` in their order, together or spread out. */
  private def within(random: Random, steps: Seq[Step])(more: Seq[Step]): Seq[Step] =
    more.foldLeft((steps, 0)) { case ((all, from), step) =>
      val at = if (random.nextBoolean()) from else from + random.nextInt(all.size - from + 1)
      (all.patch(at, Seq(step), 0), at + 1)
    }._1

  /**
   * Analyses some statements at any time before their transactions begin. No VACUUM without retention may come in
   * between: it would delete files of the snapshot that they are going to read.
   */
  private def analysed(
      random: Random,
      steps: Seq[Step],
      ops: Seq[Op],
      percent: Int
  ): Seq[Step] =
    steps.collect {
      // Before its transaction begins, RESTORE checks whether there is anything to do.
      case start @ Step.Start(i) if !ops(i).isInstanceOf[Restore] => start
    }.foldLeft(steps) { (all, start) =>
      val at = all.indexOf(start)
      val from = all.take(at).lastIndexOf(Step.Keep(Upkeep.Vacuum)) + 1
      if (at == from || random.nextInt(100) >= percent) all
      else all.patch(from + random.nextInt(at - from), Seq(Step.Analyse(start.index)), 0)
    }

  private def madeAgain(
      random: Random,
      steps: Seq[Step],
      ops: Seq[Op],
      percent: Int
  ): Seq[Step] =
    ops.zipWithIndex.collect {
      case (Merge(_, _, _, _, _, _, Merge.OtherTable(writer, _, _)), i)
          if random.nextInt(100) < percent =>
        (i, Step.Keep(Upkeep.SourceMadeAgain(writer)))
    }.foldLeft(steps) { case (all, (i, again)) =>
      val read = all.indexOf(Step.Start(i)) + 1
      val at = read + random.nextInt(all.indexOf(Step.Release(i)) + 1 - read)
      all.patch(at, Seq(again), 0)
    }

  /** Lets some statements attempt to commit early, with at least one other commit before and after that. */
  private def attempted(
      random: Random,
      steps: Seq[Step],
      ops: Seq[Op],
      percent: Int
  ): Seq[Step] =
    ops.zipWithIndex.collect { case (op, i) if !op.isInstanceOf[AppendByHand] => i }
      .foldLeft(steps) { (all, i) =>
        val beside = (all.indexOf(Step.Start(i)) until all.indexOf(Step.Release(i)))
          .filter(all(_).isInstanceOf[Step.Release])
        if (beside.size < 2 || random.nextInt(100) >= percent) all
        else {
          val at = beside.head + 1 + random.nextInt(beside.last - beside.head)
          all.patch(at, Seq(Step.Attempt(i)), 0)
        }
      }

  /** Leaves out VACUUM if a statement needs earlier versions, since VACUUM deletes their files. */
  private def possible(ops: Seq[Op], upkeep: Map[Upkeep, Int]): Map[Upkeep, Int] =
    if (ops.exists(_.readsPast)) upkeep - Upkeep.Vacuum else upkeep

  private def kept(random: Random, steps: Seq[Step], upkeep: Map[Upkeep, Int]): Seq[Step] =
    steps.flatMap {
      case release: Step.Release =>
        release +: Upkeep.all.collect {
          case task if random.nextInt(100) < upkeep.getOrElse(task, 0) => Step.Keep(task)
        }
      case other => Seq(other)
    }

  private def shape(
      random: Random,
      stored: Random,
      required: Random,
      hard: Random,
      profile: Profile
  ): Shape = {
    def drawn(by: Random, property: String): Boolean =
      by.nextInt(100) < profile.shapes.getOrElse(property, 0)
    def has(property: String): Boolean = drawn(random, property)
    def partition: PartitionType = profile.partitions(random.nextInt(profile.partitions.size))
    Shape(
      profile.levels(random.nextInt(profile.levels.size)),
      rowTracking = has("row tracking"),
      changeFeed = has("change feed"),
      columnMapping = has("column mapping"),
      partition = Option.when(has("partitioned"))(partition),
      commitTimestamps = has("commit timestamps"),
      generated = has("generated column"),
      default = has("column default"),
      nested = drawn(stored, "nested column"),
      required = required.nextInt(100) < profile.surroundings.required,
      hard = Option.when(drawn(hard, "hard bounds"))(
        HardBounds.all(hard.nextInt(HardBounds.all.size))
      )
    )
  }
}
