package io.deltaward.conf

import java.io.FileNotFoundException
import java.nio.{ByteBuffer, CharBuffer}
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import com.fasterxml.jackson.core.{JsonLocation, JsonProcessingException, StreamReadFeature}
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.dataformat.yaml.{YAMLFactory, YAMLMapper, YAMLParser}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.yaml.snakeyaml.error.MarkedYAMLException

/**
 * A file in YAML or JSON, which is YAML. What a reader of it could take for something else is a problem of the file: a key
 * twice, a second document, a `*` that YAML takes for a reference. `off` and `no` are texts.
 */
final class YamlDocument private (val root: JsonNode, val places: YamlPlaces)

object YamlDocument {

  /** @return what is wrong with it, with its line and column where it has one */
  def read(hadoopConf: Configuration, file: String): Either[String, YamlDocument] =
    try {
      val path = new Path(file)
      val fileSystem = path.getFileSystem(hadoopConf)
      if (fileSystem.getFileStatus(path).isDirectory) Left("it is a directory")
      else {
        val bytes = Using.resource(fileSystem.open(path))(_.readNBytes(MostBytes + 1))
        if (bytes.length > MostBytes) Left(s"it is larger than ${MostBytes >> 20} MB")
        else decoded(bytes).flatMap(parsed)
      }
    } catch {
      case e: JsonProcessingException if e.getLocation != null =>
        val message = withoutExcerpts(e.getOriginalMessage)
        val hint = if (message.startsWith("while scanning an alias")) s"; $Quotes" else ""
        Left(place(e) + message + hint)
      case _: FileNotFoundException => Left("there is no such file")
      case NonFatal(e) => Left(Option(e.getMessage).map(firstLine).getOrElse(e.toString))
    }

  /** More than anybody writes: the wrong file would fill the memory of the driver. */
  private val MostBytes = 16 << 20

  private val Quotes = "a text that begins with * has to be in quotes"

  private val factory: YAMLFactory = YAMLFactory.builder()
    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
    .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
    .build()

  private val mapper = new YAMLMapper(factory)

  private def parsed(text: String): Either[String, YamlDocument] =
    Using.resource(factory.createParser(text)) { parser =>
      val root = mapper.readTree[JsonNode](parser)
      if (parser.nextToken() != null)
        Left(YamlPlaces.text(parser.currentTokenLocation) +
          "there is a second document in the file")
      else
        reference(text)
          .map(place => YamlPlaces.text(place) + s"there is a reference; $Quotes")
          .toLeft(new YamlDocument(Option(root).getOrElse(mapper.missingNode), YamlPlaces.of(text)))
    }

  /** A node does not tell any more that it was one. */
  private def reference(text: String): Option[JsonLocation] =
    Using.resource(factory.createParser(text)) { parser =>
      Iterator.continually(parser.nextToken()).takeWhile(_ != null)
        .collectFirst { case _ if parser.isCurrentAlias => parser.currentTokenLocation }
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

  /** Of what is wrong: the location of Jackson's is that of the last thing that was right. */
  private def place(e: JsonProcessingException): String = e.getCause match {
    case marked: MarkedYAMLException if marked.getProblemMark != null =>
      YamlPlaces.text(marked.getProblemMark.getLine + 1, marked.getProblemMark.getColumn + 1)
    case _ => YamlPlaces.text(e.getLocation)
  }

  /** YAML's parser shows the place beside what it did, and beside what it found there. */
  private def withoutExcerpts(message: String): String =
    message.linesIterator.filterNot(line => line.isBlank || line.startsWith(" ")).mkString(", ")

  private def firstLine(text: String): String = text.linesIterator.nextOption().getOrElse(text)
}
