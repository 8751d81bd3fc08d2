package io.deltaward.features

/**
 * Recognises plain expressions: those that clients were tested with. A table holds expressions as text in Spark's SQL,
 * and other clients evaluate them by their own engines. In those engines, `/` or a function with the name
 * of Spark's may behave differently.
 */
private[features] object PlainSql {

  /** The way of using a feature whose expressions are not all plain, for `Condition.way`. */
  val Other = "otherSql"

  /** Matches an operator, an opening bracket, a closing bracket, or an operand. */
  private val token =
    """\s*(?:((?i:and|or|not|is)\b|<=|>=|<>|!=|[=<>*+-])|(\()|(\))|(`[^`]+`|'[^'\\]*'|[\w.]+))\s*""".r
  private val (opens, closes, operand) = (2, 3, 4)

  /**
   * Checks whether an expression has nothing but columns, literals, comparisons, sums, products and `IS NULL`, joined
   * by AND, OR and NOT.
   */
  def is(expression: String): Boolean = {
    val tokens = token.findAllMatchIn(expression).toSeq
    val whole = tokens.map(_.matched).mkString == expression
    def has(i: Int, groups: Int*): Boolean = groups.exists(tokens(i).group(_) != null)
    whole && !expression.contains("--") && tokens.indices.drop(1).forall { i =>
      !(has(i - 1, operand, closes) && has(i, operand, opens))
    }
  }

  /** Returns the way of using a feature with these expressions; `None` if all are plain. */
  def way(expressions: Iterable[String]): Option[String] =
    Option.unless(expressions.forall(is))(Other)
}
