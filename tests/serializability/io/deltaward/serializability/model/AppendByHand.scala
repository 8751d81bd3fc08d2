package io.deltaward.serializability.model

/**
 * Another engine appends rows.
 *
 * @param form in which of its texts a partition value is written
 */
final case class AppendByHand(added: Seq[Record], form: Int) extends Op {

  override def apply(contents: Bag): Effect = Effect(contents.plus(Bag(added)), None)

  /** No SQL has it done. It does not say either that it is a blind append, so that it is none. */
  override def sql(table: Target): String =
    s"-- another engine writes partition values in form $form and appends ${Record.values(added)}"
}
