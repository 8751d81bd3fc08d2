package io.deltaward.policy

import io.deltaward.clients.{Access, Client, Release, VersionLabel}

/** Which releases of a required client are meant. */
sealed trait Required

object Required {

  /** No version is given: the newest known one. */
  case object Newest extends Required

  /** `=1.4` */
  final case class Exactly(version: String) extends Required

  /** `>=1.4`: this version, and every known one after it. */
  final case class AtLeast(version: String) extends Required
}

/**
 * One entry of the policy `deltaward.requiredClients`: `trino>=470 read+write`.
 *
 * @param client as the user typed it: an id or an alias of the registry
 */
final case class RequiredClient(client: String, releases: Required, access: Set[Access]) {

  /** What the registry knows of the releases that are meant, one entry an access path. */
  def of(known: Client): Seq[Release] = releases match {
    case Required.Newest => known.newest
    case Required.Exactly(version) => known.at(version)
    case Required.AtLeast(version) =>
      val from = VersionLabel(version)
      val later = known.releases.filter(r => from.isBefore(VersionLabel(r.version)))
      (known.at(version) ++ later).distinct
  }
}

object RequiredClient {

  private val Entry = """([\w.-]+)\s*(?:(>=|=)\s*(\S+))?(?:\s+(\S+))?""".r

  private val accesses: Map[String, Set[Access]] = Map(
    "read" -> Set(Access.Read),
    "write" -> Set(Access.Write),
    "read+write" -> Set(Access.Read, Access.Write)
  )

  /** The form of the policy, for messages. */
  val form = "client[>=version | =version] read | write | read+write, ..."

  /** The entries of a policy, or the first one that is none. */
  def parse(policy: String): Either[String, Seq[RequiredClient]] =
    PolicyText.entries(policy).foldLeft[Either[String, Seq[RequiredClient]]](Right(Nil)) {
      (found, entry) => found.flatMap(all => one(entry).map(all :+ _))
    }

  private def one(entry: String): Either[String, RequiredClient] = entry match {
    case Entry(client, operator, version, access)
        if accesses.contains(Option(access).getOrElse("read+write").toLowerCase) =>
      val releases = operator match {
        case null => Required.Newest
        case "=" => Required.Exactly(version)
        case _ => Required.AtLeast(version)
      }
      Right(
        RequiredClient(
          client,
          releases,
          accesses(Option(access).getOrElse("read+write").toLowerCase)
        )
      )
    case other => Left(other)
  }
}
