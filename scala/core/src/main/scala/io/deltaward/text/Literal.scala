package io.deltaward.text

/** Writes text as a string literal of Spark SQL. */
object Literal {

  def quote(text: String): String = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
}
