package io.deltaward.policy

import java.util.Locale

import io.deltaward.clients.{Access, Client, Release, VersionLabel}

/** Which releases of a required client are meant. */
sealed trait Required {

  /** As the policy has it. */
  def text: String
}

object Required {

  /** No version is given: the newest known one. */
  case object Newest extends Required {
    override def text: String = ""
  }

  /** `=1.4` */
  final case class Exactly(version: String) extends Required {
    override def text: String = s"=$version"
  }

  /** `>=1.4`: this version, and every known one after it. */
  final case class AtLeast(version: String) extends Required {
    override def text: String = s">=$version"
  }
}

/**
 * One entry of the policy `deltaward.requiredClients`: `trino>=470 read+write`.
 *
 * @param client     as the user typed it: an id or an alias of the registry
 * @param accessPath the one way to the table that is meant, where one is given: `deltalake[rust]`
 */
final case class RequiredClient(
    client: String,
    accessPath: Option[String],
    releases: Required,
    access: Set[Access]
) {

  /** As a policy has it. */
  def text: String = {
    val path = accessPath.fold("")(p => s"[$p]")
    s"$client$path${releases.text} ${Access.all.filter(access).mkString("+")}"
  }

  /** What the registry knows of the releases that are meant, one entry an access path. */
  def of(known: Client): Seq[Release] = (releases match {
    case Required.Newest => known.newest
    case Required.Exactly(version) => known.at(version)
    case Required.AtLeast(version) =>
      val from = VersionLabel(version)
      val later = known.releases.filter(r => from.isBefore(VersionLabel(r.version)))
      (known.at(version) ++ later).distinct
  }).filter(onPath)

  /** Whether the access path is meant. */
  def onPath(release: Release): Boolean =
    accessPath.forall(_.equalsIgnoreCase(release.accessPath))
}

object RequiredClient {

  private val Entry =
    """([\w.-]+)(?:\s*\[([^\[\]]*)\])?\s*(?:(>=|=)\s*([^\s\[\]]+))?(?:\s+(\S+))?""".r

  private val accesses: Map[String, Set[Access]] = Map(
    "read" -> Set(Access.Read),
    "write" -> Set(Access.Write),
    "read+write" -> Set(Access.Read, Access.Write)
  )

  /** The form of the policy, for messages. */
  val form =
    "client or client[access path], then >=version or =version or neither, then read, write or read+write"

  /** The entries of a policy, or what is wrong with it. */
  def parse(policy: String): Either[String, Seq[RequiredClient]] =
    PolicyText.entries(policy) match {
      case Seq() => Left("it names no client")
      case entries =>
        val (wrong, right) = entries.partitionMap(one)
        Either.cond(wrong.isEmpty, right, wrong.mkString("; "))
    }

  /** Whether `own` asks for anything that `cluster` does not ask for already, word for word. */
  def adds(cluster: String, own: String): Boolean = {
    val (there, asked) = (parse(cluster), parse(own))
    there == asked || !asked.exists(_.forall(there.getOrElse(Nil).contains))
  }

  private def one(entry: String): Either[String, RequiredClient] = (entry match {
    case Entry(client, path, operator, version, access) =>
      val releases = operator match {
        case null => Required.Newest
        case "=" => Required.Exactly(version)
        case _ => Required.AtLeast(version)
      }
      accesses
        .get(Option(access).getOrElse("read+write").toLowerCase(Locale.ROOT))
        .map(RequiredClient(client, Option(path).map(_.trim), releases, _))
    case _ => None
  }).toRight(s"'$entry' is not of the form $form")
}
