package io.deltaward.drops

import io.deltaward.text.Identifier

/**
 * The reason Delta refuses a drop before it changes anything.
 *
 * @param condition Delta's error condition
 * @param why       Delta's error message
 * @param remedies  statements to run first
 */
final case class Refusal(condition: String, why: String, remedies: Seq[String] = Nil)

object Refusal {

  /** @param table name of the table, quoted for SQL */
  def dropConstraints(table: String, names: Seq[String]): Seq[String] =
    dropConstraints(names).map(step => s"ALTER TABLE $table $step")

  /** Returns the statements' texts after `ALTER TABLE name`. */
  def dropConstraints(names: Seq[String]): Seq[String] =
    names.sorted.map(name => s"DROP CONSTRAINT ${Identifier.quoted(name)}")
}
