package io.deltaward.text

/**
 * A name that resembles one of deltaward's names but does not exist.
 *
 * @param meant the name that the user probably meant
 */
final case class Stray(name: String, meant: Option[String]) {

  /** Returns a hint for messages; empty if no similar name is known. */
  def hint: String = meant.fold("")(name => s"Did you mean $name?")

  def text: String = s"$name does not exist. $hint".trim
}
