package io.deltaward.rules

import io.deltaward.policy.{Decided, Source}
import io.deltaward.text.Spelling

/** The treatment of a rule's findings, ordered by strictness. */
sealed abstract class Mode(override val toString: String, private val strictness: Int)

object Mode {

  /** The rule does not run. */
  case object Off extends Mode("off", 0)

  /** The rule logs the finding. The commit goes through unchanged. */
  case object Warn extends Mode("warn", 1)

  /** The rule refuses the commit, or corrects it if it can. */
  case object Enforce extends Mode("enforce", 2)

  /** All modes, from the loosest to the strictest. */
  val all: Seq[Mode] = Seq(Off, Warn, Enforce)

  /** Returns the mode that `text` names, ignoring case. */
  def parse(text: String): Option[Mode] = all.find(_.toString.equalsIgnoreCase(text.trim))

  /** Returns what is wrong with a text that names no mode. */
  def problem(text: String): Option[String] =
    Option.when(parse(text).isEmpty) {
      val nearest = Spelling.nearest(text.trim, all.map(_.toString))
      s"it is not one of ${all.mkString(", ")}${nearest.fold("")(n => s"; did you mean $n?")}"
    }

  def stricter(a: Mode, b: Mode): Mode = if (a.strictness >= b.strictness) a else b
}

/**
 * The places that can set a mode, in order of precedence: table, session, the cluster's file, the cluster's setting. On a
 * locked cluster, table and session can only make the mode stricter.
 *
 * @param cluster mode in the static configuration; without it and the file, the mode is enforce
 * @param file    mode that the policies file has for the table, if any; under the lock, the stricter of file and cluster
 *                holds
 * @param session mode of the session, if set
 * @param table   value of the table property as stored, if set; a text that names no mode counts as enforce
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

  /** Modes that table and session ask for, the table first. */
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
