package io.deltaward.text

/** Makes a message fit on one screen. */
object Screen {

  val Width = 120
  val Lines = 25

  /** How many lines a terminal of that width shows the text in. */
  def lines(text: String): Int =
    text.linesIterator.map(line => (line.length.max(1) + Width - 1) / Width).sum

  def holds(text: String): Boolean = lines(text) <= Lines

  /** At most `most` characters: what is cut off the end is told by three dots. */
  def cut(text: String, most: Int): String =
    if (text.length <= most) text else text.take(most - 4).stripTrailing + " ..."

  /** The first of many names, and how many more there are. */
  def listed(names: Seq[String], most: Int): String =
    if (names.sizeIs <= most + 1) names.mkString(", ")
    else s"${names.take(most).mkString(", ")} and ${names.size - most} more"
}
