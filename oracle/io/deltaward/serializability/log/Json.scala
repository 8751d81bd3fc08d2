package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

object Json {

  val mapper: ObjectMapper = new ObjectMapper

  def read(text: String): JsonNode = mapper.readTree(text)

  /** Returns a field that exists and is not null. */
  def field(node: JsonNode, name: String): Option[JsonNode] =
    Option(node.get(name)).filterNot(_.isNull)
}
