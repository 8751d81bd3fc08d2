package io.deltaward.text

import java.text.Normalizer
import java.util.Locale

/**
 * The names that deltaward defines under a prefix. Spark and Delta accept any other name there without an error,
 * although it would protect nothing.
 *
 * @param before part of the names in front of `deltaward`
 * @param names  part of the names after `deltaward.`
 * @param others prefixes that users may write in front of `deltaward` by mistake
 */
final class Namespace(before: String, names: Set[String], others: Seq[String]) {
  import Namespace._

  private val known: Map[String, String] =
    names.map(name => s"$Own.$name" -> s"$before$Own.$name").toMap
  private val exact: Set[String] = known.values.toSet

  def has(name: String): Boolean = exact(name)

  /**
   * Returns a [[Stray]] if the name is not defined, but starts with `deltaward` or resembles a defined name. Ignores
   * case and invisible characters. Returns `None` for defined names and for names of other software.
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

  /** Parts of `deltaward`. Two edits leave one of them intact, unless one edit swaps letters across a border. */
  private val pieces = Seq("del", "taw", "ard")

  private val unseen = "[^\\p{L}\\p{N}._-]".r

  /**
   * Checks cheaply whether a name may be ours. Comparing all settings of a session with all names takes longer than all
   * other rules of a commit.
   */
  private def mayBeOurs(bare: String): Boolean = {
    val start = bare.take(Own.length + 2)
    pieces.exists(start.contains(_))
  }

  /** Folds a name for comparison: removes quotes and invisible characters, and unifies the case and width of letters. */
  private def folded(name: String): String = {
    val plain =
      if (name.forall(c => c < 128 && (c.isLetterOrDigit || c == '.'))) name
      else unseen.replaceAllIn(Normalizer.normalize(name, Normalizer.Form.NFKC), "")
    plain.toLowerCase(Locale.ROOT)
  }
}
