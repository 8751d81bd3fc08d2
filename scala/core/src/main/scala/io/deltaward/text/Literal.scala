package io.deltaward.text

/** Text as a string literal of Spark SQL. */
object Literal {

  def of(text: String): String = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
}
