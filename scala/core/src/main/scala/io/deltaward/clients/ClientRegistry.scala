package io.deltaward.clients

import java.util.Locale

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.text.Spelling

/** The known clients, by id. A registry can be sent to a task. */
final class ClientRegistry private (val clients: Seq[Client]) extends Serializable {

  /** Finds a client by its id or an alias, ignoring case. */
  def find(name: String): Option[Client] =
    clients.find(c => (c.id +: c.aliases).exists(_.equalsIgnoreCase(name.trim)))

  /** Suggests an id or alias for an unknown name, which may be misspelt or a product's full name. */
  def suggest(name: String): Option[String] = {
    val typeable = clients.flatMap(c => (c.id +: c.aliases).map(text => text -> text))
    val meant = (typeable ++ clients.map(c => c.name -> c.id)).toMap
    Spelling.nearest(name.trim, typeable.map(_._1))
      .orElse(Spelling.alike(name, meant.keys))
      .map(meant)
  }

  /**
   * Adds a user's clients to this registry. A release replaces those of its access path whose version contains its own,
   * or lies within it. The new release takes its place in version order.
   *
   * @param node one client in the format of `registry.schema.json`, or a list of clients
   * @param file name of the file, for problems
   */
  def overlay(node: JsonNode, file: String): Either[Seq[FileProblem], ClientRegistry] = {
    val read =
      if (node.isArray)
        node.elements.asScala.toList.zipWithIndex.map { case (n, i) =>
          ClientFile.read(n, file, s"$$[$i]")
        }
      else Seq(ClientFile.read(node, file))
    val releases = read.flatMap(_.toSeq).map(_.releases.size).sum
    val tooMany = Option.when(releases > ClientFile.MaxReleases)(
      FileProblem(file, "$", s"has $releases releases (limit ${ClientFile.MaxReleases})")
    )
    val problems = read.flatMap(_.left.toSeq.flatten) ++ tooMany
    if (problems.nonEmpty) Left(problems)
    else {
      val merged = read.flatMap(_.toSeq).foldLeft(clients) { (all, own) =>
        val (same, rest) = all.partition(_.id == own.id)
        rest :+ same.foldLeft(own)((over, under) => ClientOverlay.merge(under, over))
      }
      ClientRegistry.checked(merged, file)
    }
  }
}

object ClientRegistry {
  private val mapper = new ObjectMapper()

  /** The clients that ship with deltaward. */
  lazy val builtIn: ClientRegistry = {
    val read = resource("index.json").path("clients").elements.asScala.map(_.asText).toList.map {
      id =>
        ClientFile.read(resource(s"$id.json"), s"$id.json")
    }
    val problems = read.flatMap(_.left.toSeq.flatten)
    val registry =
      if (problems.isEmpty) checked(read.flatMap(_.toSeq), "index.json") else Left(problems)
    registry.fold(found => throw new IllegalStateException(found.mkString("\n")), identity)
  }

  /** Returns the registry, or a problem for each name that several clients share. */
  private def checked(
      clients: Seq[Client],
      file: String
  ): Either[Seq[FileProblem], ClientRegistry] = {
    val taken = clients
      .flatMap(c => (c.id +: c.aliases).map(_.toLowerCase(Locale.ROOT)).distinct.map(_ -> c.id))
      .groupMap(_._1)(_._2)
      .filter(_._2.sizeIs > 1)
    if (taken.isEmpty) Right(new ClientRegistry(clients.sortBy(_.id)))
    else
      Left(taken.toSeq.sortBy(_._1).map { case (name, ids) =>
        FileProblem(file, "$", s"$name names several clients: ${ids.mkString(", ")}")
      })
  }

  private def resource(name: String): JsonNode = {
    val stream = getClass.getResourceAsStream(s"/io/deltaward/clients/$name")
    require(stream != null, s"the registry resource $name is missing")
    try mapper.readTree(stream)
    finally stream.close()
  }
}

/** Merges a user's entry for a client over the existing entry. */
private[clients] object ClientOverlay {

  def merge(under: Client, over: Client): Client = over.copy(
    aliases = (under.aliases ++ over.aliases).distinct,
    featuresOutsideProtocol = under.featuresOutsideProtocol ++ over.featuresOutsideProtocol,
    releases = over.releases.foldLeft(under.releases)(put)
  )

  private def put(releases: Seq[Release], own: Release): Seq[Release] = {
    val label = VersionLabel(own.version)
    def samePath(other: Release): Boolean = other.accessPath == own.accessPath
    def overlaps(other: Release): Boolean = {
      val theirs = VersionLabel(other.version)
      theirs.matches(label) || label.matches(theirs)
    }
    val rest = releases.filterNot(r => samePath(r) && overlaps(r))
    val place = rest.indexWhere(r => samePath(r) && label.isBefore(VersionLabel(r.version)))
    if (place < 0) rest :+ own else rest.patch(place, Seq(own), 0)
  }
}
