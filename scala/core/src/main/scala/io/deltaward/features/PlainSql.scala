package io.deltaward.features

/**
 * Expressions that a table holds as text in Spark's SQL. Others evaluate them by an engine of their own, for which `/` can be
 * another division and a function of the same name another function: what was tried with them is plain.
 */
private[features] object PlainSql {

  /** What an expression is made of that is not: it is one way to use its feature, for `Condition.way`. */
  val Other = "otherSql"

  /** An operator, a bracket that opens, one that closes, or an operand. */
  private val token =
    """\s*(?:((?i:and|or|not|is)\b|<=|>=|<>|!=|[=<>*+-])|(\()|(\))|(`[^`]+`|'[^'\\]*'|[\w.]+))\s*""".r
  private val (opens, closes, operand) = (2, 3, 4)

  /** Whether it has columns, literals, comparisons, sums, products and `IS NULL` alone, joined by AND, OR and NOT. */
  def is(expression: String): Boolean = {
    val tokens = token.findAllMatchIn(expression).toSeq
    val whole = tokens.map(_.matched).mkString == expression
    def has(i: Int, groups: Int*): Boolean = groups.exists(tokens(i).group(_) != null)
    whole && !expression.contains("--") && tokens.indices.drop(1).forall { i =>
      !(has(i - 1, operand, closes) && has(i, operand, opens))
    }
  }

  /** The way in which a feature is used that has these expressions. */
  def way(expressions: Iterable[String]): Option[String] =
    Option.unless(expressions.forall(is))(Other)
}
