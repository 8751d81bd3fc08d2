package io.deltaward.rules

/** What a rule does with a finding. Ordered by strictness. */
sealed abstract class Mode(override val toString: String, private val strictness: Int)

object Mode {

  /** The rule does not run. */
  case object Off extends Mode("off", 0)

  /** The finding is logged; the commit goes through unchanged. */
  case object Warn extends Mode("warn", 1)

  /** The commit is refused, or brought in line where the rule can do so. */
  case object Enforce extends Mode("enforce", 2)

  val all: Seq[Mode] = Seq(Off, Warn, Enforce)

  /** The mode that `text` names, in any case. */
  def parse(text: String): Option[Mode] = all.find(_.toString.equalsIgnoreCase(text.trim))

  def stricter(a: Mode, b: Mode): Mode = if (a.strictness >= b.strictness) a else b
}

/**
 * Where a mode can be set. The table wins over the session; a locked cluster is a floor that both can only raise.
 *
 * @param cluster the mode of the static configuration, or the rule's default
 * @param session the mode of the session, if set
 * @param table   the value of the table property as stored, if set; one that names no mode counts as enforce
 * @param locked  `spark.deltaward.locked`
 */
final case class ModeSettings(
    cluster: Mode,
    session: Option[Mode],
    table: Option[String],
    locked: Boolean
) {
  private def tableMode: Option[Mode] = table.map(Mode.parse(_).getOrElse(Mode.Enforce))

  def effective: Mode = {
    val asked = tableMode.orElse(session).getOrElse(cluster)
    if (locked) (session.toSeq ++ tableMode).foldLeft(cluster)(Mode.stricter) else asked
  }
}
