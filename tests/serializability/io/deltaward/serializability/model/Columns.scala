package io.deltaward.serializability.model

/**
 * The columns of a table.
 *
 * @param partition what it is partitioned by
 * @param generated whether it has a column `g`, `k * 10 + x`
 * @param default   whether `d` has a default
 * @param nested    whether it has a column `n`, a struct of `x` and of an array of `k` and `x`
 * @param required  whether `x` is `NOT NULL` at the start
 * @param late      whether a column `late` comes while statements run
 */
final case class Columns(
    partition: Option[PartitionType] = None,
    generated: Boolean = false,
    default: Boolean = false,
    nested: Boolean = false,
    required: Boolean = false,
    late: Boolean = false
) {

  private val p = partition.filter(_.column == "p")

  /** How many the table has at its start. */
  def size: Int = Record.Columns.size + Seq(generated, nested, p.nonEmpty).count(identity)

  /** Whether it has any that a statement does not give a value for. */
  def hasUnnamed: Boolean = generated || nested || p.nonEmpty || late

  def schema: String = (
    Seq(s"id BIGINT, k INT, x INT${if (required) " NOT NULL" else ""}, trail STRING") ++
      Seq(if (default) s"d DOUBLE DEFAULT ${Record.Default}D" else "d DOUBLE") ++
      Option.when(generated)("g INT GENERATED ALWAYS AS (k * 10 + x)") ++
      Option.when(nested)(
        "n STRUCT<last: INT, all: ARRAY<INT>> GENERATED ALWAYS AS " +
          "(named_struct('last', x, 'all', array(k, x)))"
      ) ++
      p.map(of => s"p ${of.sql} GENERATED ALWAYS AS (${of.generated})")
  ).mkString(", ")

  /** What a condition on the partition compares with. */
  def partitionColumn: String = p.fold("k")(_.column)

  def partitionLiteral(k: Int): String = p.fold(s"$k")(_.literal(k))
}
