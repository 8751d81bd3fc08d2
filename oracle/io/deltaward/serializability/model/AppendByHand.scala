package io.deltaward.serializability.model

/**
 * An append by another engine.
 *
 * @param form   which text form partition values have
 * @param layout layout of its files
 */
final case class AppendByHand(added: Seq[Record], form: Int, layout: FileLayout) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(added), None)

  /** Describes the append, since no SQL makes it. It does not say that it is a blind append, so it is none. */
  override def sql(table: Target): String =
    s"-- another engine writes partition values in form $form, files as $layout, " +
      s"and appends ${Record.values(added)}"
}

/** How an engine lays out columns in a Parquet file. All layouts are legal, and mean the same. */
sealed trait FileLayout

object FileLayout {

  /** The layout of Spark: every column may be null, and a list has a group for its elements. */
  case object Optional extends FileLayout

  /** A column with a value in every row cannot be null. A list of such values is a repeated column, its old form. */
  case object Required extends FileLayout

  /** The columns are in reverse order, and those without any value are left out. */
  case object Sparse extends FileLayout

  val all: Seq[FileLayout] = Seq(Optional, Required, Sparse)
}
