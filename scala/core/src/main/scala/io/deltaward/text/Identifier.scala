package io.deltaward.text

/** Quotes names for SQL statements. */
object Identifier {
  private val Plain = "[A-Za-z_][A-Za-z0-9_]*"

  /** Returns the name, in back quotes if it is not a plain identifier: `typeWidening-preview`. */
  def quoted(name: String): String = if (name.matches(Plain)) name else delimited(name)

  /**
   * Returns the name in back quotes. An expression needs them for a column named like a SQL keyword: `true`, `null`,
   * `user`.
   */
  def delimited(name: String): String = s"`${name.replace("`", "``")}`"
}
