package io.deltaward.serializability.model

/**
 * Another engine appends rows.
 *
 * @param form   in which of its texts a partition value is written
 * @param layout of its files
 */
final case class AppendByHand(added: Seq[Record], form: Int, layout: FileLayout) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(added), None)

  /** No SQL has it done. It does not say either that it is a blind append, so that it is none. */
  override def sql(table: Target): String =
    s"-- another engine writes partition values in form $form, files as $layout, " +
      s"and appends ${Record.values(added)}"
}

/** How an engine lays out the same columns in a Parquet file. All are legal, and mean the same. */
sealed trait FileLayout

object FileLayout {

  /** As Spark writes them: every column may be null, a list has its group. */
  case object Optional extends FileLayout

  /** What has a value in every row cannot be null, and a list of such is a repeated column (the old form of a list). */
  case object Required extends FileLayout

  /** The columns in reverse, without those that have no value in any row. */
  case object Sparse extends FileLayout

  val all: Seq[FileLayout] = Seq(Optional, Required, Sparse)
}
