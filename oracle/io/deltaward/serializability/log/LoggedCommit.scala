package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.JsonNode

/** One version of a log. */
final case class LoggedCommit(version: Long, actions: Seq[JsonNode]) {

  val adds: Seq[FileAction] = all("add").map(FileAction(_))
  val removes: Seq[FileAction] = all("remove").map(FileAction(_))
  val changeFiles: Seq[JsonNode] = all("cdc")

  def info: Option[JsonNode] = all("commitInfo").headOption
  def operation: String = info.map(_.path("operation").asText).getOrElse("")
  def engine: String = info.map(_.path("engineInfo").asText).getOrElse("")
  def metadata: Option[JsonNode] = all("metaData").headOption
  def protocol: Option[JsonNode] = all("protocol").headOption

  /** Returns the configuration of a metadata domain, if this version sets it. */
  def domain(name: String): Option[JsonNode] =
    all("domainMetadata")
      .filter(_.path("domain").asText == name)
      .map(d => Json.read(d.path("configuration").asText))
      .lastOption

  private def all(name: String): Seq[JsonNode] = actions.flatMap(Json.field(_, name))
}
