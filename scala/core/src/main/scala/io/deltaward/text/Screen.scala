package io.deltaward.text

/** Makes a message fit on one screen. */
object Screen {

  val Width = 120
  val Lines = 25

  /** Counts the lines that the text takes in a terminal of `Width` columns. */
  def lines(text: String): Int =
    text.linesIterator.map(line => (line.length.max(1) + Width - 1) / Width).sum

  def holds(text: String): Boolean = lines(text) <= Lines

  /** Shortens the text to at most `most` characters. A shortened text ends with three dots. */
  def cut(text: String, most: Int): String =
    if (text.length <= most) text else text.take(most - 4).stripTrailing + " ..."

  /** Joins the names. If there are more than `most + 1`, lists the first `most` and counts the rest. */
  def listed(names: Seq[String], most: Int): String =
    if (names.sizeIs <= most + 1) names.mkString(", ")
    else s"${names.take(most).mkString(", ")} and ${names.size - most} more"
}
