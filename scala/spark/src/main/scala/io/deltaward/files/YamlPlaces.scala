package io.deltaward.files

import java.util.HashMap

import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.Using

import com.fasterxml.jackson.core.{JsonLocation, JsonParser, JsonStreamContext, JsonToken}
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory

/** Finds the line and column of a value in a YAML or JSON text by the value's JSON path. */
final class YamlPlaces private (root: Option[YamlPlaces.Value]) {

  /** Returns the place of a value as `line 3, column 14: `, or an empty text if the document is empty. */
  def textAt(path: String): String = locationAt(path).fold("")(YamlPlaces.text)

  /** Returns the location of a value. A value that is missing has the location of the innermost value around it. */
  def locationAt(path: String): Option[JsonLocation] = root.map(_.locationAt(path.stripPrefix("$")))
}

object YamlPlaces {

  /** @param text a YAML or JSON text that parses */
  def parse(text: String): YamlPlaces =
    Using.resource(new YAMLFactory().createParser(text)) { parser =>
      var root = Option.empty[Value]
      // The values around the parser's position, with the innermost on top.
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

  /** @param line the line, counted from 1 like the column */
  def text(line: Int, column: Int): String = s"line $line, column $column: "

  /**
   * Holds the location of a value, and its child values by their step of a JSON path: `.name` or `[2]`. The tree saves
   * memory: full paths would repeat a long name for every value below it.
   */
  final private class Value(location: JsonLocation) {
    // Java's map stays fast if many names have one hash code.
    private val below = new HashMap[String, Value](4)

    def put(step: String, value: Value): Unit = below.put(step, value): Unit

    /**
     * Returns the location of the value at a path, or of the innermost value around it.
     *
     * @param path rest of a JSON path. Names in it can hold dots and brackets, so the longest known name wins.
     */
    @tailrec
    def locationAt(path: String): JsonLocation =
      (path.indices.drop(1).filter(i => path(i) == '.' || path(i) == '[') :+ path.length)
        .reverseIterator
        .flatMap(end => Option(below.get(path.take(end))).map(_ -> path.drop(end)))
        .nextOption() match {
        case Some((value, rest)) => value.locationAt(rest)
        case None => location
      }
  }

  /** Returns the last step of the path to the parser's current value. */
  private def step(parser: JsonParser): String = {
    // At the start of an object or a list, the parser's context is already inside it.
    val inside = parser.getParsingContext
    val context: JsonStreamContext =
      if (parser.currentToken.isStructStart) inside.getParent else inside
    if (context.inArray) s"[${context.getCurrentIndex}]" else s".${context.getCurrentName}"
  }
}
