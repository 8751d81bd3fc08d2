package io.deltaward.text

/**
 * A name that looks like one of deltaward's and is not.
 *
 * @param meant the name that was probably meant
 */
final case class Stray(name: String, meant: Option[String]) {

  /** For messages; empty where nothing near is known. */
  def hint: String = meant.fold("")(name => s"Did you mean $name?")

  def text: String = s"$name does not exist. $hint".trim
}
