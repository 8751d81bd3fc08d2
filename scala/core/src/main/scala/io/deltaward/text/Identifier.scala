package io.deltaward.text

/** A name as a SQL statement takes it. */
object Identifier {
  private val Plain = "[A-Za-z_][A-Za-z0-9_]*"

  /** In back quotes where it has to be: `typeWidening-preview` is none by itself. */
  def quoted(name: String): String = if (name.matches(Plain)) name else delimited(name)

  /** In back quotes, as an expression needs a column whose name may be a word of SQL: `true`, `null`, `user`. */
  def delimited(name: String): String = s"`${name.replace("`", "``")}`"
}
