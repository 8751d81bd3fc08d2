package io.deltaward.rules

import io.deltaward.clients.{Access, ClientVerdict, Release, Verdict}
import io.deltaward.text.Screen

/**
 * The accesses that a commit would take from one release of a client.
 *
 * @param lost   required accesses that the release would lose
 * @param before verdict on the table before the commit
 * @param after  verdict on the table after the commit
 */
final private[rules] case class Lockout(
    release: Release,
    lost: Seq[Access],
    before: ClientVerdict,
    after: ClientVerdict
) {

  /** Checks whether an error blocks the access now and would no longer do so after the commit. */
  def isLetIn(access: Access): Boolean =
    before.verdictFor(access) == Verdict.Blocked && after.verdictFor(access) != Verdict.Blocked

  /** Returns the features that block the lost accesses. */
  def blocking: Set[String] = lost.flatMap(after.blocking).toSet

  /** Returns why the release would lose each access. */
  def why: Seq[String] = lost.map(after.why)

  /** Describes the losses without the release's access path, so that releases with the same losses share a text. */
  def text: String = {
    val both = lost.size > 1 && lost.map(after.verdictFor).distinct.size == 1 &&
      lost.map(isLetIn).distinct.size == 1 && followsFromReading
    if (both) s"reading and writing would be ${of(Access.Read)}"
    else lost.map(access => s"${Lockout.doing(access)} would be ${of(access)}").mkString(", ")
  }

  private def followsFromReading: Boolean =
    after.writeWhy == after.readWhy || after.writeWhy == Verdict.MustRead

  private def of(access: Access): String = {
    val (verdict, why) = access match {
      case Access.Read => (after.readVerdict, after.readWhy)
      case Access.Write => (after.writeVerdict, after.writeWhy)
    }
    val instead = if (isLetIn(access)) " instead of an error" else ""
    s"$verdict$instead${if (why.isEmpty) "" else s" ($why)"}"
  }
}

private[rules] object Lockout {
  private def doing(access: Access): String = access match {
    case Access.Read => "reading"
    case Access.Write => "writing"
  }
}

/** Lists the clients that are locked out, one line a client with all its access paths. Shortens a long list. */
private[rules] object LockedOut {

  private val mostClients = 6
  private val mostNames = 20
  private val lineLength = 2 * Screen.Width - 10

  def lines(lockouts: Seq[Lockout]): String = {
    val clients = lockouts.map(_.release.client).distinct
    // Naming one more client takes no more room than saying that there is one more.
    val shown = if (clients.sizeIs <= mostClients + 1) clients else clients.take(mostClients)
    val others = clients.drop(shown.size)
    val more = Option.when(others.nonEmpty)(
      s"${others.size} more clients: ${Screen.listed(others, mostNames)}"
    )
    (shown.map(client => line(client, lockouts.filter(_.release.client == client))) ++ more)
      .map(text => "- " + Screen.cut(text, lineLength))
      .mkString("\n")
  }

  private def line(client: String, lockouts: Seq[Lockout]): String = {
    val texts = lockouts.map(_.text).distinct
    val ways = texts.map(text => way(lockouts.filter(_.text == text), text))
    s"$client ${ways.mkString("; ")}".trim
  }

  private def way(lockouts: Seq[Lockout], text: String): String = {
    val releases = lockouts.map(_.release)
    val versions = releases.map(_.version).filter(_.nonEmpty).distinct match {
      case Seq() => ""
      case Seq(one) => s"$one "
      case several => s"${several.head} to ${several.last} "
    }
    val paths = releases.map(_.accessPath).filter(_.nonEmpty).distinct
    s"$versions${if (paths.isEmpty) "" else s"(${paths.mkString(", ")})"}: $text"
  }
}
