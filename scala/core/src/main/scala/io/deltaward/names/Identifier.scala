package io.deltaward.names

/** A name as a SQL statement takes it. */
object Identifier {
  private val plain = "[A-Za-z_][A-Za-z0-9_]*".r

  /** In back quotes where it has to be: `typeWidening-preview` is none by itself. */
  def quoted(name: String): String =
    if (plain.matches(name)) name else s"`${name.replace("`", "``")}`"
}
