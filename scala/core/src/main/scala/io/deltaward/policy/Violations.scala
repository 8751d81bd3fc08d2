package io.deltaward.policy

import io.deltaward.clients.{Access, ClientVerdict, Losses, Release, Verdict}
import io.deltaward.features.TableDescriptor

/** What a table breaks as it stands, whoever brought it about: in words, a text each. */
object Violations {

  /**
   * Required clients that the table is not open to; one text for a client and access path that fares the same in several
   * versions. What is not known to work counts; a version and access path of which nothing could be asked does not.
   */
  def ofClients(table: TableDescriptor, policies: Policies): Seq[String] =
    policies.required match {
      case Left(problem) => Seq(s"requiredClients: ${problem.text}")
      case Right(clients) =>
        val found = for {
          (entry, client) <- clients
          release <- entry.of(client)
          text <- broken(table, release, Access.all.filter(entry.access))
        } yield (release, text)
        val ways = found.distinct.map { case (release, text) =>
          (release.client, release.accessPath, text) -> release.version
        }
        ways.map(_._1).distinct.map { way =>
          val (client, path, text) = way
          val versions = versioned(ways.filter(_._1 == way).map(_._2).filter(_.nonEmpty))
          val who = Seq(client, versions, if (path.isEmpty) "" else s"($path)")
          s"requiredClients: ${who.filter(_.nonEmpty).mkString(" ")} $text"
        }
    }

  /** Features that are there and that no list allows. */
  def ofFeatures(table: TableDescriptor, policies: Policies): Seq[String] =
    policies.allowed.toSeq.flatMap { allowed =>
      (table.supported -- AllowedFeatures.always -- allowed).toSeq.sorted
        .map(feature => s"allowedFeatures: $feature is not allowed")
    }

  private def versioned(versions: Seq[String]): String = versions match {
    case Seq() => ""
    case Seq(one) => one
    case several => s"${several.head} to ${several.last}"
  }

  /** What it does not do with the table, of what it is asked to. */
  private def broken(
      table: TableDescriptor,
      release: Release,
      asked: Seq[Access]
  ): Option[String] = {
    lazy val verdict = Losses.onceUsed(table, release)
    val lost = asked.filter { access =>
      Judgeable.judges(release, access) && verdict.of(access).rank >= Verdict.Unknown.rank
    }
    lost.map(access => (verdict.of(access), why(table, verdict, access), access)) match {
      case Seq() => None
      case Seq((one, why, read), (other, becauseOf, write)) if one == other && why == becauseOf =>
        Some(s"${doing(one, s"$read or $write")}: $why")
      case several =>
        Some(several.map { case (found, why, access) => s"${doing(found, access.toString)}: $why" }
          .mkString(", "))
    }
  }

  private def doing(verdict: Verdict, access: String): String = verdict match {
    case Verdict.Unknown => s"is not known to $access"
    case Verdict.HarmsOthers => s"harms other clients when it is to $access"
    case Verdict.SilentlyWrong => s"goes wrong without an error when it is to $access"
    case _ => s"cannot $access"
  }

  /** The features behind it, or why where it is none. */
  private def why(table: TableDescriptor, verdict: ClientVerdict, access: Access): String = {
    val (text, features) = access match {
      case Access.Write => (verdict.writeWhy, verdict.blockingFeatures)
      case Access.Read =>
        val needed = table.protocol.readerRequirements
        val why = verdict.readWhy
        (why, verdict.blockingFeatures.filter(name => needed(name) || why.contains(name)))
    }
    if (features.isEmpty || verdict.of(access) == Verdict.Unknown) text else features.mkString(", ")
  }
}
