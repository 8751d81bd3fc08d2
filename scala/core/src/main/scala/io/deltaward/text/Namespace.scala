package io.deltaward.text

import java.text.Normalizer
import java.util.Locale

/**
 * The names that deltaward gives a meaning, under a prefix. Spark and Delta accept any other name there without an
 * error, and it would protect nothing.
 *
 * @param before what stands before `deltaward` in these names
 * @param names  the parts after it
 * @param others what somebody may write in front of `deltaward` by mistake
 */
final class Namespace(before: String, names: Set[String], others: Seq[String]) {
  import Namespace._

  private val known: Map[String, String] =
    names.map(name => s"$Own.$name" -> s"$before$Own.$name").toMap
  private val exact: Set[String] = known.values.toSet

  def has(name: String): Boolean = exact(name)

  /**
   * A name that starts with `deltaward`, in any spelling of its letters, or as a whole is a slip from a name of ours.
   * `None` for the names of ours, and for those of others.
   */
  def stray(name: String): Option[Stray] =
    if (has(name)) None
    else {
      val bare = withoutFront(folded(name))
      if (mayBeOurs(bare)) {
        val meant = Spelling.nearest(bare, known.keys)
        Option.when(meant.isDefined || bare == Own || bare.startsWith(s"$Own."))(
          Stray(name, meant.map(known))
        )
      } else None
    }

  private def withoutFront(name: String): String =
    fronts.find(name.startsWith).fold(name)(name.stripPrefix(_))

  private val fronts: Seq[String] = (before +: others).filter(_.nonEmpty).sortBy(-_.length)
}

object Namespace {
  private val Own = "deltaward"

  /** Two edits leave one of them as it is. */
  private val pieces = Seq("del", "taw", "ard")

  private val unseen = "[^\\p{L}\\p{N}._-]".r

  /** To compare all settings of a session with all of ours takes longer than the rest of a commit's rules. */
  private def mayBeOurs(bare: String): Boolean = {
    val start = bare.take(Own.length + 2)
    pieces.exists(start.contains(_))
  }

  /** Without what cannot be seen, quotes, and the difference of letters that look alike in width or case. */
  private def folded(name: String): String = {
    val plain =
      if (name.forall(c => c < 128 && (c.isLetterOrDigit || c == '.'))) name
      else unseen.replaceAllIn(Normalizer.normalize(name, Normalizer.Form.NFKC), "")
    plain.toLowerCase(Locale.ROOT)
  }
}
