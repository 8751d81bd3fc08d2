package io.deltaward.serializability.model

/**
 * The columns of a table.
 *
 * @param partition what it is partitioned by
 * @param generated whether it has a column `g`, `k * 10 + x`
 * @param default   whether `d` has a default
 * @param nested    whether it has a column `n`, a struct of `x` and of an array of `k` and `x`
 * @param required  whether `x` is `NOT NULL` at the start
 * @param hard      what `u` is like, if it has that column
 * @param late      whether a column `late` comes while statements run
 */
final case class Columns(
    partition: Option[PartitionType] = None,
    generated: Boolean = false,
    default: Boolean = false,
    nested: Boolean = false,
    required: Boolean = false,
    hard: Option[HardBounds] = None,
    late: Boolean = false
) {

  private val p = partition.filter(_.column == "p")

  /** How many the table has at its start. */
  def size: Int = Record.Columns.size +
    Seq(generated, nested, hard.nonEmpty, p.nonEmpty).count(identity)

  /** Whether it has any that a statement does not give a value for. */
  def hasUnnamed: Boolean = generated || nested || hard.nonEmpty || p.nonEmpty || late

  def schema: String = (
    Seq(s"id BIGINT, k INT, x INT${if (required) " NOT NULL" else ""}, trail STRING") ++
      Seq(if (default) s"d DOUBLE DEFAULT ${Record.Default}D" else "d DOUBLE") ++
      Option.when(generated)("g INT GENERATED ALWAYS AS (k * 10 + x)") ++
      Option.when(nested)(
        "n STRUCT<last: INT, all: ARRAY<INT>> GENERATED ALWAYS AS " +
          "(named_struct('last', x, 'all', array(k, x)))"
      ) ++
      hard.map(of => s"u ${of.sql} GENERATED ALWAYS AS (${of.generated})") ++
      p.map(of => s"p ${of.sql} GENERATED ALWAYS AS (${of.generated})")
  ).mkString(", ")

  /** What a condition on the partition compares with. */
  def partitionColumn: String = p.fold("k")(_.column)

  /** The column that tells `x`. */
  def xColumn: String = if (hard.isEmpty) "x" else "u"

  /** What a condition on `x` compares, and with what. */
  def xValue(alias: String): String = hard.fold(s"$alias.x")(_.called(s"$alias.u"))

  def xLiteral(x: Int): String = hard.fold(s"$x")(_.literal(x))

  def partitionLiteral(k: Int): String = p.fold(s"$k")(_.literal(k))
}
