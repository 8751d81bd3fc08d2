package io.deltaward.names

/**
 * A name that looks like one of ours and is none.
 *
 * @param meant the one that it is a slip from, as it would have to be written
 */
final case class Stray(name: String, meant: Option[String]) {

  /** For messages; empty where nothing near is known. */
  def hint: String = meant.fold("")(name => s"Did you mean $name?")

  def text: String = s"$name does not exist. $hint".trim
}
