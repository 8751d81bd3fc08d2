package io.deltaward.serializability.histories

import scala.util.Random

import io.deltaward.serializability.model._
import io.deltaward.serializability.model.Merge.Clause
import io.deltaward.serializability.model.RowCondition._

/**
 * Draws rows, conditions and statements from domains so small that statements touch the same rows.
 *
 * @param form     draws the text form in which another engine writes a partition value
 * @param none     draws whether a row has no partition value
 * @param from     draws where the source of a writer's MERGE is
 * @param layout   draws the file layout of another engine
 * @param required whether `x` always has a value
 * @param keys     keys that a MERGE may match by
 */
final class DrawOp(
    random: Random,
    form: () => Int,
    none: () => Boolean,
    from: String => Merge.From,
    layout: () => FileLayout,
    required: Boolean,
    keys: Seq[Merge.Key]
) {

  private val Ids = 10
  private val Partitions = 3
  private val Values = 6

  /** @param kind a key of `Profile.weights` */
  def op(kind: String, writer: String): Op = kind match {
    case "delete" => Delete(where)
    case "update" => Update(change(writer), where)
    case "merge" => merge(writer)
    case "insert" => Insert(Seq.fill(1 + random.nextInt(2))(row(writer)))
    case "insert select" => InsertSelect(condition(1), Ids.toLong, writer)
    case "insert count" =>
      InsertCount(condition(1), writer, oneOf(Reading.Direct, Reading.Direct, Reading.SelfJoin))
    case "insert unrecorded count" =>
      val reading = oneOf(Reading.unrecorded: _*)
      InsertCount(condition(1), writer, reading, Option.when(random.nextBoolean())(condition(0)))
    case "insert count of changes" => InsertCountOfChanges(condition(1), writer)
    case "update to greatest" => UpdateToGreatest(condition(1), condition(1), writer)
    case "append by hand" =>
      AppendByHand(Seq.fill(1 + random.nextInt(3))(row(writer)), form(), layout())
    case "optimize" => Rewrite.Optimize
    case "zorder" => Rewrite.ZOrder
    case "purge" => Rewrite.Purge
  }

  /** Returns a generator with other random numbers, whose MERGEs have their source in the statement. */
  def drawWith(other: Random): DrawOp =
    new DrawOp(other, form, none, _ => Merge.Written, layout, required, keys)

  /** Draws a statement that names `late`: a variable, until the table has a column of that name. */
  def naming(writer: String): Op = {
    val (also, source) = (condition(1), Seq.fill(2)(row(writer)).distinctBy(_.id))
    random.nextInt(4) match {
      case 0 => NamesLate(random.nextInt(Values))((x, _) => Update(ColumnChange(x, writer), also))
      case 1 => NamesLate(random.nextInt(Values))((_, below) => Delete(And(below, also)))
      case 2 =>
        NamesLate(random.nextInt(Values))((x, _) =>
          Merge(
            source,
            Merge.ById,
            Always,
            Seq(Clause(also, Some(ColumnChange(x, writer)))),
            None,
            None
          )
        )
      case _ => NamesLate(random.nextInt(Values))((_, below) => InsertCount(below, writer))
    }
  }

  /** Draws a statement that also reads the files of the table directly. */
  def besideFiles(writer: String): Op =
    if (random.nextBoolean()) UpdateBesideFiles(change(writer), condition(1))
    else merge(writer).copy(from = Merge.BesideFiles)

  /** Draws an overwrite of the whole table, of the rows that satisfy a condition, or of rows with some ids. */
  def overwrite(writer: String): Op = {
    val (drawn, gone) = (Seq.fill(1 + random.nextInt(2))(row(writer)), condition(1))
    val fitting = drawn.filter(gone.holds)
    val how = random.nextInt(3)
    if (how == 0 || !Overwrite.takesNames) Overwrite(drawn)
    else if (how == 1 && fitting.nonEmpty && isFilter(gone)) Overwrite(fitting, Some(gone))
    else {
      val ids = drawn.map(_.id) :+ random.nextInt(Ids).toLong
      Overwrite(drawn, Some(IdIn(ids.distinct.sorted)))
    }
  }

  /** Returns whether data sources have a filter for the whole condition. Delta applies only a part of any other. */
  private def isFilter(condition: RowCondition): Boolean = condition match {
    case _: IdModulo | _: DIs => false
    case _: XBelow => !keys.contains(Merge.ByX)
    case And(left, right) => isFilter(left) && isFilter(right)
    case Or(left, right) => isFilter(left) && isFilter(right)
    case Not(of) => isFilter(of)
    case _ => true
  }

  def row(writer: String): Record = Record(
    random.nextInt(Ids).toLong,
    partition,
    value,
    writer,
    oneOf("0.0", "0.0", "-0.0", "NaN", Record.Default)
  )

  /** Draws rows. Some come twice, as exact copies or with `d` as -0.0. */
  def rows(count: Int, writer: String): Seq[Record] = Seq.fill(count)(row(writer)).flatMap { row =>
    random.nextInt(6) match {
      case 0 => Seq(row, row)
      case 1 => Seq(row, row.copy(d = "-0.0"))
      case _ => Seq(row)
    }
  }

  /** Draws a condition. If `x` is NOT NULL, half of them also test it for NULL, which Spark plans as FALSE. */
  private def where: RowCondition = {
    val drawn = condition(2)
    if (required && random.nextBoolean()) Or(drawn, XIsNull) else drawn
  }

  private def condition(depth: Int): RowCondition = random.nextInt(if (depth > 0) 12 else 8) match {
    case 0 | 1 | 2 =>
      IdIn(Seq.fill(1 + random.nextInt(3))(random.nextInt(Ids).toLong).distinct.sorted)
    case 3 => IdModulo(2 + random.nextInt(3), 0)
    case 4 => partition.fold[RowCondition](PartitionIsNull)(PartitionIs(_))
    case 5 => XBelow(random.nextInt(Values))
    case 6 => oneOf(XIsNull, XBelow(1))
    case 7 => DIs(oneOf("0.0", "-0.0", "NaN"))
    case 8 | 9 => And(condition(depth - 1), condition(depth - 1))
    case 10 => Or(condition(depth - 1), condition(depth - 1))
    case _ => Not(condition(depth - 1))
  }

  private def change(writer: String): ColumnChange = ColumnChange(
    random.nextInt(4) match {
      case 0 => ColumnChange.PartitionTo(partition)
      case 1 => ColumnChange.XTo(value)
      case _ => ColumnChange.XPlus(1)
    },
    writer
  )

  private def merge(writer: String): Merge = {
    val source = random
      .shuffle(List.range(0, Ids))
      .take(1 + random.nextInt(3))
      .map(id => row(writer).copy(id = id.toLong))
    val insert = Option.when(random.nextBoolean())(
      oneOf(Merge.AllColumns, Merge.AllColumns, Merge.AllButDefault)
    )
    val bySource = Option.when(random.nextInt(6) == 0)(clause(writer))
    val matched = Seq.fill(random.nextInt(3))(clause(writer))
    val acts =
      if (insert.nonEmpty || bySource.nonEmpty || matched.nonEmpty) matched else Seq(clause(writer))
    val key = if (keys.size > 1) oneOf(keys: _*) else keys.head
    Merge(
      source.distinctBy(row => key.valueOf(row).getOrElse(-row.id)),
      key,
      if (random.nextInt(3) == 0) condition(0) else Always,
      // Only the last clause may be without a condition.
      acts.dropRight(1).filterNot(_.condition == Always) ++ acts.takeRight(1),
      insert,
      bySource,
      from(writer)
    )
  }

  private def clause(writer: String): Clause = Clause(
    if (random.nextBoolean()) condition(0) else Always,
    Option.when(random.nextInt(3) > 0)(change(writer))
  )

  private def partition: Option[Int] = {
    val k = random.nextInt(Partitions)
    Option.when(!none())(k)
  }

  private def value: Option[Int] =
    Option.when(random.nextInt(4) > 0 || required)(random.nextInt(Values))

  private def oneOf[A](values: A*): A = values(random.nextInt(values.size))
}

object DrawOp {

  /** The kinds of statements that may write NULL to `x`. */
  val withoutValue: Set[String] = Set(
    "insert count",
    "insert unrecorded count",
    "insert count of changes",
    "update to greatest"
  )
}
