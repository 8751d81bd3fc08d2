package io.deltaward.files

import java.io.FileNotFoundException
import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import com.fasterxml.jackson.core.{JsonProcessingException, JsonToken, StreamReadFeature}
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.dataformat.yaml.{YAMLFactory, YAMLMapper, YAMLParser}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.yaml.snakeyaml.error.MarkedYAMLException

/**
 * A file in YAML, or in JSON, which is valid YAML. Content that YAML could read in an unexpected way is a problem of the
 * file: a key that occurs twice, a second document, a `*` that YAML reads as a reference. `off` and `no` are texts.
 */
final class YamlDocument private (val root: JsonNode, val places: YamlPlaces)

object YamlDocument {

  /**
   * Reads a file.
   *
   * @return the document, or what is wrong with the file, with line and column if they are known
   */
  def read(hadoopConf: Configuration, file: String): Either[String, YamlDocument] =
    try {
      val path = new Path(file)
      val fileSystem = path.getFileSystem(hadoopConf)
      if (fileSystem.getFileStatus(path).isDirectory) Left("it is a directory")
      else {
        val bytes = Using.resource(fileSystem.open(path))(_.readNBytes(MaxBytes + 1))
        if (bytes.length > MaxBytes) Left(s"it is larger than ${MaxBytes >> 20} MB")
        else
          for {
            text <- decoded(bytes)
            _ <- longLine(text).toLeft(())
            document <- parsed(text)
          } yield document
      }
    } catch {
      case e: JsonProcessingException if e.getLocation != null =>
        val message = withoutExcerpts(e.getOriginalMessage)
        val hint = if (message.startsWith("while scanning an alias")) s"; $Quotes" else ""
        Left(place(e) + message + hint)
      case _: FileNotFoundException => Left("the file does not exist")
      case NonFatal(e) => Left(Option(e.getMessage).map(firstLine).getOrElse(e.toString))
    }

  /** Limits a file to the size of the whole client registry. Reading a file of that size takes well below a second. */
  private val MaxBytes = 1 << 20

  /** Limits a line, and so each value on one line. SnakeYAML's time for a value grows with the square of its length. */
  private val MaxLineLength = 50000

  /** Limits a name or value. The rules compare many of them, some letter by letter. */
  private val MaxTextLength = 4000

  /** Limits a name. Every problem below it repeats the name in its path. */
  private val MaxNameLength = 200

  /** Limits the nesting. Both file formats need six levels. */
  private val MaxDepth = 32

  private val Quotes = "a text that begins with * must be in quotes"

  private val factory: YAMLFactory = YAMLFactory.builder()
    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
    .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
    .build()

  private val mapper = new YAMLMapper(factory)

  private def parsed(text: String): Either[String, YamlDocument] =
    refused(text).toLeft(()).flatMap { _ =>
      Using.resource(factory.createParser(text)) { parser =>
        val root = mapper.readTree[JsonNode](parser)
        if (parser.nextToken() != null)
          Left(YamlPlaces.text(parser.currentTokenLocation) +
            "the file contains a second document")
        else
          Right(
            new YamlDocument(Option(root).getOrElse(mapper.missingNode), YamlPlaces.parse(text))
          )
      }
    }

  /**
   * Returns the first problem that only the parser sees. For example, a parsed node does not show that it was a reference.
   */
  private def refused(text: String): Option[String] =
    Using.resource(factory.createParser(text)) { parser =>
      var depth = 0
      def problem(token: JsonToken): Option[String] = {
        if (token.isStructStart) depth += 1 else if (token.isStructEnd) depth -= 1
        val (limit, what) =
          if (token == JsonToken.FIELD_NAME) (MaxNameLength, "name") else (MaxTextLength, "text")
        val isText = token.isScalarValue || token == JsonToken.FIELD_NAME
        if (parser.isCurrentAlias) Some(s"there is a reference; $Quotes")
        else if (depth > MaxDepth) Some(s"values are nested deeper than $MaxDepth levels")
        else
          Option.when(isText && parser.getText.length > limit)(
            s"the $what is longer than $limit characters"
          )
      }
      Iterator.continually(parser.nextToken()).takeWhile(_ != null)
        .flatMap(token => problem(token).map(YamlPlaces.text(parser.currentTokenLocation) + _))
        .nextOption()
    }

  private def longLine(text: String): Option[String] =
    text.linesIterator.zipWithIndex.collectFirst {
      case (line, index) if line.length > MaxLineLength =>
        YamlPlaces.text(index + 1, MaxLineLength + 1) +
          s"the line is longer than $MaxLineLength characters; break it up"
    }

  private def decoded(bytes: Array[Byte]): Either[String, String] = {
    val text = CharBuffer.allocate(bytes.length)
    val result = UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes), text, true)
    val read = text.flip().toString
    if (result.isError) {
      val lines = read.split("\n", -1)
      Left(s"line ${lines.length}, column ${lines.last.length + 1}: the file is not in UTF-8")
    } else Right(read.stripPrefix("\uFEFF"))
  }

  /** Returns the place of an error. Jackson's own location is the place of the last token that was right. */
  private def place(e: JsonProcessingException): String = e.getCause match {
    case marked: MarkedYAMLException if marked.getProblemMark != null =>
      YamlPlaces.text(marked.getProblemMark.getLine + 1, marked.getProblemMark.getColumn + 1)
    case _ => YamlPlaces.text(e.getLocation)
  }

  /** Removes the excerpts of the file that the YAML parser puts into its message. */
  private def withoutExcerpts(message: String): String =
    message.linesIterator.filterNot(line => line.isBlank || line.startsWith(" ")).mkString(", ")

  private def firstLine(text: String): String = text.linesIterator.nextOption().getOrElse(text)
}
