package io.deltaward.clients

import java.util.regex.Pattern

/** The pattern language of Spark's `SHOW ... LIKE`: `*` is anything, `|` separates alternatives, case does not matter. */
final case class LikePattern(text: String) {
  private val alternatives = text.trim.split('|').toSeq.map { alternative =>
    val quoted = alternative.trim.split("\\*", -1).map(Pattern.quote)
    Pattern.compile(quoted.mkString(".*"), Pattern.CASE_INSENSITIVE)
  }

  def matches(name: String): Boolean = alternatives.exists(_.matcher(name).matches)
}
