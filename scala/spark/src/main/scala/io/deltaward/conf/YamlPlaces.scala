package io.deltaward.conf

import scala.annotation.tailrec
import scala.util.Using

import com.fasterxml.jackson.core.{JsonLocation, JsonParser, JsonStreamContext, JsonToken}
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory

/** Where in a YAML or JSON text the values are that problems name by their JSON paths. */
final class YamlPlaces private (places: Map[String, JsonLocation]) {

  /**
   * `line 3, column 14: `, counted from 1, of the value at a path; of what it would be in where it is missing. Empty where
   * nothing is known.
   */
  def of(path: String): String = at(path).fold("")(YamlPlaces.text)

  /** The same as numbers. */
  @tailrec
  def at(path: String): Option[JsonLocation] = places.get(path) match {
    case None if path.length > 1 =>
      at(path.take(path.lastIndexWhere(c => c == '.' || c == '[')))
    case found => found
  }
}

object YamlPlaces {

  /** @param text that can be parsed */
  def of(text: String): YamlPlaces =
    Using.resource(new YAMLFactory().createParser(text)) { parser =>
      val values = Iterator
        .continually(parser.nextToken())
        .takeWhile(_ != null)
        .filter(starts)
        .map(_ => path(parser) -> parser.currentTokenLocation)
      new YamlPlaces(values.toMap)
    }

  def text(place: JsonLocation): String = text(place.getLineNr, place.getColumnNr)

  /** Both counted from 1. */
  def text(line: Int, column: Int): String = s"line $line, column $column: "

  private def starts(token: JsonToken): Boolean =
    token.isScalarValue || token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY

  /** That of the value at which the parser is: the context of a container that opens is already inside it. */
  private def path(parser: JsonParser): String = {
    val context = parser.getParsingContext
    path(if (parser.currentToken.isStructStart) context.getParent else context)
  }

  private def path(context: JsonStreamContext): String =
    if (context == null || context.inRoot) "$"
    else if (context.inArray) s"${path(context.getParent)}[${context.getCurrentIndex}]"
    else s"${path(context.getParent)}.${context.getCurrentName}"
}
