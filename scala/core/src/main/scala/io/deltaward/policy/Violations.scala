package io.deltaward.policy

import io.deltaward.clients.{Access, ClientVerdict, Losses, Release, Verdict}
import io.deltaward.features.TableDescriptor

/** Describes how a table violates its policies now, whoever caused it. Each violation has one text. */
object Violations {

  /**
   * Returns the required clients that cannot use the table. Versions of a client and access path with the same problem share
   * a text. An access with verdict UNKNOWN counts as a violation. An access that no policy can require does not.
   */
  def ofClients(table: TableDescriptor, policies: Policies): Seq[String] =
    policies.required match {
      case Left(problem) => Seq(s"requiredClients: ${problem.text}")
      case Right(clients) =>
        val found = for {
          (entry, client) <- clients
          release <- entry.releasesOf(client)
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

  /** Returns the features that the table supports and the policy does not allow. */
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

  /** Returns which of the asked accesses the release does not have, and why; `None` if it has all. */
  private def broken(
      table: TableDescriptor,
      release: Release,
      asked: Seq[Access]
  ): Option[String] = {
    lazy val verdict = Losses.onceUsed(table, release)
    val lost = asked.filter { access =>
      Judgeable.judges(release, access) && verdict.verdictFor(access).rank >= Verdict.Unknown.rank
    }
    lost.map(access => (verdict.verdictFor(access), why(table, verdict, access), access)) match {
      case Seq() => None
      case Seq((one, why, read), (other, becauseOf, write)) if one == other && why == becauseOf =>
        Some(s"${doing(one, s"$read or $write")}: $why")
      case several =>
        Some(several.map { case (found, why, access) => s"${doing(found, access.toString)}: $why" }
          .mkString(", "))
    }
  }

  private def doing(verdict: Verdict, access: String): String = verdict match {
    case Verdict.Unknown => s"may not $access correctly"
    case Verdict.HarmsOthers => s"harms other clients when it tries to $access"
    case Verdict.SilentlyWrong => s"is silently wrong when it tries to $access"
    case _ => s"cannot $access"
  }

  /** Returns the blocking features. Returns the verdict's reason if there are none, or if the verdict is UNKNOWN. */
  private def why(table: TableDescriptor, verdict: ClientVerdict, access: Access): String = {
    val (text, features) = access match {
      case Access.Write => (verdict.writeWhy, verdict.blockingFeatures)
      case Access.Read =>
        val needed = table.protocol.readerRequirements
        val why = verdict.readWhy
        (why, verdict.blockingFeatures.filter(name => needed(name) || why.contains(name)))
    }
    if (features.isEmpty || verdict.verdictFor(access) == Verdict.Unknown) text
    else features.mkString(", ")
  }
}
