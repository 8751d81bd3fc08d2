package io.deltaward.files

import io.deltaward.clients.Release

/** A client as a statement names it: `'name' ['version']`, or `'name[access path]'` for one access path. */
final case class ClientChoice private (
    name: String,
    accessPath: Option[String],
    version: Option[String]
) {

  /** Returns the client as the user wrote it. */
  def text: String = textFor(name)

  /** Returns the text with another name of the client. */
  def textFor(client: String): String =
    (Seq(client + accessPath.fold("")(path => s"[$path]")) ++ version).mkString(" ")

  def includes(release: Release): Boolean =
    accessPath.forall(_.equalsIgnoreCase(release.accessPath))
}

object ClientChoice {

  private val OnePath = """\s*([^\[\]]*?)\s*\[\s*([^\[\]]*?)\s*\]\s*""".r

  def apply(name: String, version: Option[String]): ClientChoice = name match {
    case OnePath(client, path) => new ClientChoice(client, Some(path), version)
    case _ => new ClientChoice(name, None, version)
  }
}
