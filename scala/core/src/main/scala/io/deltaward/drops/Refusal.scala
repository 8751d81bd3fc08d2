package io.deltaward.drops

import io.deltaward.text.Identifier

/**
 * Why Delta refuses a drop before it changes anything.
 *
 * @param condition Delta's error condition
 * @param why       its message
 * @param remedies  statements to run first
 */
final case class Refusal(condition: String, why: String, remedies: Seq[String] = Nil)

object Refusal {

  /** @param table as SQL needs it */
  def dropConstraints(table: String, names: Seq[String]): Seq[String] =
    dropConstraints(names).map(step => s"ALTER TABLE $table $step")

  /** What the statements say after `ALTER TABLE name`. */
  def dropConstraints(names: Seq[String]): Seq[String] =
    names.sorted.map(name => s"DROP CONSTRAINT ${Identifier.quoted(name)}")
}
