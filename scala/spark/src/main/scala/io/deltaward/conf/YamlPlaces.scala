package io.deltaward.conf

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.Using

import com.fasterxml.jackson.core.{JsonLocation, JsonParser, JsonStreamContext, JsonToken}
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory

/** Finds the line and column of a value in a YAML or JSON text by the value's JSON path. */
final class YamlPlaces private (root: Option[YamlPlaces.Value]) {

  /** Returns the place of a value as `line 3, column 14: `, or an empty text if the document is empty. */
  def of(path: String): String = at(path).fold("")(YamlPlaces.text)

  /** Returns the location of a value. A value that is missing has the location of the innermost value around it. */
  def at(path: String): Option[JsonLocation] = root.map(_.at(path.stripPrefix("$")))
}

object YamlPlaces {

  /** @param text a text that is known to parse */
  def of(text: String): YamlPlaces =
    Using.resource(new YAMLFactory().createParser(text)) { parser =>
      var root = Option.empty[Value]
      // The values around the parser's position, the innermost last.
      val around = mutable.Stack.empty[Value]
      Iterator.continually(parser.nextToken()).takeWhile(_ != null).foreach { token =>
        if (token.isStructEnd) around.pop(): Unit
        else if (token != JsonToken.FIELD_NAME) {
          val value = new Value(parser.currentTokenLocation)
          around.headOption.fold { root = Some(value) }(_.put(step(parser), value))
          if (token.isStructStart) around.push(value): Unit
        }
      }
      new YamlPlaces(root)
    }

  def text(place: JsonLocation): String = text(place.getLineNr, place.getColumnNr)

  /** @param line counted from 1, as is the column */
  def text(line: Int, column: Int): String = s"line $line, column $column: "

  /**
   * A value and the values in it, by their step of a JSON path: `.name` or `[2]`. A tree, since the paths themselves would
   * fill the memory of the driver if one long name is above many values.
   */
  final private class Value(location: JsonLocation) {
    private val below = mutable.HashMap.empty[String, Value]

    def put(step: String, value: Value): Unit = below.update(step, value)

    /** @param path the rest of a JSON path. A name in it may hold dots and brackets: the longest one that fits is taken. */
    @tailrec
    def at(path: String): JsonLocation =
      path.indices.drop(1).filter(i => path(i) == '.' || path(i) == '[').appended(path.length)
        .reverseIterator
        .flatMap(end => below.get(path.take(end)).map(_ -> path.drop(end)))
        .nextOption() match {
        case Some((value, rest)) => value.at(rest)
        case None => location
      }
  }

  /** Returns the last step of the path to the value at which the parser is. */
  private def step(parser: JsonParser): String = {
    // The context of an object or a list that opens is already inside it.
    val inside = parser.getParsingContext
    val context: JsonStreamContext =
      if (parser.currentToken.isStructStart) inside.getParent else inside
    if (context.inArray) s"[${context.getCurrentIndex}]" else s".${context.getCurrentName}"
  }
}
