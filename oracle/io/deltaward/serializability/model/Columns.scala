package io.deltaward.serializability.model

/**
 * The columns of a table.
 *
 * @param partition what the table is partitioned by
 * @param generated whether there is a column `g`, generated as `k * 10 + x`
 * @param default   whether `d` has a default
 * @param nested    whether there is a column `n`, a struct of `x` and an array of `k` and `x`
 * @param required  whether `x` is `NOT NULL` at the start
 * @param hard      kind of the column `u`, if there is one
 * @param late      whether a column `late` is added while statements run
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

  /** The number of columns at the start. */
  def size: Int = Record.Columns.size +
    Seq(generated, nested, hard.nonEmpty, p.nonEmpty).count(identity)

  /** Checks whether the table has columns for which statements give no value. */
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

  /** The column that a condition on the partition compares. */
  def partitionColumn: String = p.fold("k")(_.column)

  /** The column that stands for `x` in conditions and keys. */
  def xColumn: String = if (hard.isEmpty) "x" else "u"

  /** Returns the left side of a condition on `x`. [[xLiteral]] is its right side. */
  def xValue(alias: String): String = hard.fold(s"$alias.x")(_.called(s"$alias.u"))

  def xLiteral(x: Int): String = hard.fold(s"$x")(_.literal(x))

  def partitionLiteral(k: Int): String = p.fold(s"$k")(_.literal(k))
}
