package io.deltaward.policy

import java.util.Locale

import io.deltaward.clients.{Access, Client, Release, VersionLabel}

/** The releases of a client that a policy requires. */
sealed trait Required {

  /** Returns the version part of a policy entry. */
  def text: String
}

object Required {

  /** The newest known version, if the entry names none. */
  case object Newest extends Required {
    override def text: String = ""
  }

  /** One version: `=1.4` */
  final case class Exactly(version: String) extends Required {
    override def text: String = s"=$version"
  }

  /** A version and every known later one: `>=1.4` */
  final case class AtLeast(version: String) extends Required {
    override def text: String = s">=$version"
  }
}

/**
 * One entry of the policy `deltaward.requiredClients`: `trino>=470 read+write`.
 *
 * @param client     client as the user typed it: an id or an alias of the registry
 * @param accessPath the only access path that the entry requires, if it names one: `deltalake[rust]`
 */
final case class RequiredClient(
    client: String,
    accessPath: Option[String],
    releases: Required,
    access: Set[Access]
) {

  /** Returns the entry as a policy writes it. */
  def text: String = {
    val path = accessPath.fold("")(p => s"[$p]")
    s"$client$path${releases.text} ${Access.all.filter(access).mkString("+")}"
  }

  /** Returns the required releases of a client, one element for each version and access path. */
  def releasesOf(known: Client): Seq[Release] = (releases match {
    case Required.Newest => known.newest
    case Required.Exactly(version) => known.releasesAt(version)
    case Required.AtLeast(version) =>
      val from = VersionLabel(version)
      val later = known.releases.filter(r => from.isBefore(VersionLabel(r.version)))
      (known.releasesAt(version) ++ later).distinct
  }).filter(onPath)

  /** Checks whether the entry requires the release's access path. */
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

  /** Describes the form of an entry, for messages. */
  val form =
    "client or client[access path], optionally >=version or =version, optionally read, write or read+write"

  /** Returns the entries of a policy, or what is wrong with it. */
  def parse(policy: String): Either[String, Seq[RequiredClient]] =
    PolicyText.entries(policy) match {
      case Seq() => Left("it names no client")
      case entries =>
        val (wrong, right) = entries.partitionMap(one)
        Either.cond(wrong.isEmpty, right, wrong.mkString("; "))
    }

  /**
   * Checks whether `own` requires anything that `cluster` does not require in the same words. Also true if both are the
   * same, or if `own` is invalid.
   */
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
