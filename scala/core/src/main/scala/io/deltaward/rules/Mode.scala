package io.deltaward.rules

import io.deltaward.policy.{Decided, Source}
import io.deltaward.text.Spelling

/** What a rule does with a finding. Ordered by strictness. */
sealed abstract class Mode(override val toString: String, private val strictness: Int)

object Mode {

  /** The rule does not run. */
  case object Off extends Mode("off", 0)

  /** The finding is logged; the commit goes through unchanged. */
  case object Warn extends Mode("warn", 1)

  /** The commit is refused, or brought in line where the rule can do so. */
  case object Enforce extends Mode("enforce", 2)

  /** From the loosest to the strictest. */
  val all: Seq[Mode] = Seq(Off, Warn, Enforce)

  /** The mode that `text` names, in any case. */
  def parse(text: String): Option[Mode] = all.find(_.toString.equalsIgnoreCase(text.trim))

  /** What is wrong with a text that names no mode. */
  def problem(text: String): Option[String] =
    Option.when(parse(text).isEmpty) {
      val nearest = Spelling.nearest(text.trim, all.map(_.toString))
      s"it is none of ${all.mkString(", ")}${nearest.fold("")(n => s"; did you mean $n?")}"
    }

  def stricter(a: Mode, b: Mode): Mode = if (a.strictness >= b.strictness) a else b
}

/**
 * Where a mode can be set. The table wins over the session, that over the cluster's file, and that over the cluster's
 * setting; a locked cluster is a floor that table and session can only raise.
 *
 * @param cluster the mode of the static configuration; without one it is enforce
 * @param file    the mode that the policies file has for the table, if any; under the lock the stricter of the two holds
 * @param session the mode of the session, if set
 * @param table   the value of the table property as stored, if set; one that names no mode counts as enforce
 * @param locked  `spark.deltaward.locked`
 */
final case class ModeSettings(
    cluster: Option[Mode],
    file: Option[Decided[Mode]],
    session: Option[Mode],
    table: Option[String],
    locked: Boolean
) {
  private val clusters: Seq[Decided[Mode]] =
    file.toSeq ++ cluster.map(Decided[Mode](_, Source.Cluster))

  private val floor: Decided[Mode] =
    if (clusters.isEmpty) Decided[Mode](Mode.Enforce, Source.Default)
    else if (locked)
      clusters.reduce((a, b) => if (Mode.stricter(a.value, b.value) == a.value) a else b)
    else clusters.head

  /** What table and session ask for, the table first. */
  private val asked: Seq[Decided[Mode]] =
    table.map(text => Decided(Mode.parse(text).getOrElse(Mode.Enforce), Source.Table)).toSeq ++
      session.map(Decided(_, Source.Session))

  def effective: Decided[Mode] =
    if (!locked) asked.headOption.getOrElse(floor)
    else {
      val mode = asked.map(_.value).foldLeft(floor.value)(Mode.stricter)
      if (mode != floor.value) asked.find(_.value == mode).get
      else if (asked.exists(_.value != mode)) floor.copy(source = Source.Lock(floor.source))
      else floor
    }
}
