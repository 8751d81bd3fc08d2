package io.deltaward.log

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Using

import com.fasterxml.jackson.core.{
  JsonParseException,
  JsonProcessingException,
  JsonToken,
  StreamReadFeature
}
import com.fasterxml.jackson.core.io.JsonEOFException
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}
import com.fasterxml.jackson.databind.json.JsonMapper

import io.deltaward.log.ActionJson.Defect

/** Reads files with one JSON action a line: commits, and the top level of v2 checkpoints. */
object ActionLines {
  import LogProblem._

  private val mapper = JsonMapper.builder.build()

  /** Rejects two fields with one name, since some readers take the first and others the last. */
  private val strict = JsonMapper.builder
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
    .build()

  private val single = Set("protocol", "metaData", "commitInfo")

  private val wanted = single + "domainMetadata"

  /**
   * Reads the actions among `lines` that deltaward needs. Every line must be a JSON object. Discards all other actions,
   * since a commit can add 100 000 files.
   *
   * @param file the file's name, for messages
   */
  def read(file: String, lines: Iterator[String]): Either[LogProblem, CommitActions] =
    each(file, lines, CommitActions(None, None, None)) { (line, number, found) =>
      actions(file, number, fields(line), found)
    }

  /**
   * Checks every action among `lines` in full against its shape.
   *
   * @return the defects, in words
   */
  def inspect(file: String, lines: Iterator[String]): Either[LogProblem, Seq[String]] =
    each(file, lines, Inspected(Nil, Map.empty)) { (line, number, found) =>
      val node = strict.readTree(line)
      if (node.isObject) Right(found.and(s"$file, line $number: ", node))
      else Left(notAnObject(file, number))
    }.map { found =>
      found.defects ++ found.repeated.map(name => s"$file has several $name actions") ++
        found.contradicting.map(path => s"$file adds and removes $path")
    }

  /** Applies the actions among `lines` to `earlier`. The lines must have passed [[inspect]]. */
  def reconcile(
      file: String,
      lines: Iterator[String],
      earlier: ReconciledActions
  ): Either[LogProblem, ReconciledActions] =
    each(file, lines, earlier)((line, _, found) => Right(found.and(mapper.readTree(line))))

  /**
   * @param counts number of actions of each kind that a version may have only once, by name
   * @param files  names of the actions on each file: `add`, `remove`
   */
  final private case class Inspected(
      defects: Seq[String],
      counts: Map[String, Int],
      files: Map[LogicalFile, Set[String]] = Map.empty
  ) {

    def and(place: String, node: JsonNode): Inspected = {
      val found = node.properties.asScala.toSeq.filterNot(_.getValue.isNull)
      Inspected(
        defects ++ found.flatMap { action =>
          ActionShapes.defects(action.getKey, action.getValue).map(place + _)
        },
        found.map(_.getKey).filter(single).foldLeft(counts)((sum, name) =>
          sum.updated(name, sum.getOrElse(name, 0) + 1)
        ),
        found.map(action => action.getKey -> action.getValue).collect {
          case (name @ ("add" | "remove"), value) => LogicalFile.fromAction(value) -> name
        }.foldLeft(files) { case (all, (file, name)) =>
          all.updated(file, all.getOrElse(file, Set.empty) + name)
        }
      )
    }

    def contradicting: Seq[String] =
      files.collect { case (file, names) if names.size > 1 => file.path }.toSeq.sorted

    def repeated: Seq[String] = counts.collect { case (name, n) if n > 1 => name }.toSeq.sorted
  }

  private def each[A](file: String, lines: Iterator[String], start: A)(
      next: (String, Int, A) => Either[LogProblem, A]
  ): Either[LogProblem, A] = {
    @tailrec
    def from(number: Int, found: A): Either[LogProblem, A] =
      if (!lines.hasNext) Either.cond(number > 0, found, EmptyCommit(file))
      else {
        val line = lines.next()
        val result =
          if (line.isBlank) Right(found)
          else parsed(file, number + 1)(next(line, number + 1, found))
        result match {
          case Right(more) => from(number + 1, more)
          case problem => problem
        }
      }
    from(0, start)
  }

  private def parsed[A](file: String, number: Int)(
      body: => Either[LogProblem, A]
  ): Either[LogProblem, A] =
    try body
    catch {
      case _: JsonEOFException => Left(TruncatedJson(file, number))
      case e: JsonProcessingException => Left(Malformed(file, number, e.getOriginalMessage))
    }

  /** Returns the wanted fields of the object in a line, or `None` if there is no object. Parses the line to its end. */
  private def fields(line: String): Option[Map[String, JsonNode]] =
    Using.resource(mapper.createParser(line)) { parser =>
      @tailrec
      def next(found: Map[String, JsonNode]): Map[String, JsonNode] =
        if (parser.nextToken() != JsonToken.FIELD_NAME) found
        else {
          val name = parser.currentName
          parser.nextToken()
          if (wanted(name)) next(found + (name -> mapper.readTree[JsonNode](parser)))
          else {
            parser.skipChildren()
            next(found)
          }
        }
      Option.when(parser.nextToken() == JsonToken.START_OBJECT) {
        val found = next(Map.empty)
        if (parser.nextToken() != null)
          throw new JsonParseException(parser, "something follows the object")
        found
      }
    }

  private def actions(
      file: String,
      number: Int,
      fields: Option[Map[String, JsonNode]],
      found: CommitActions
  ): Either[LogProblem, CommitActions] =
    for {
      members <- fields.toRight(notAnObject(file, number))
      protocol <- action(members, "protocol")(ActionJson.protocol).left
        .map(defect => MalformedProtocol(file, defect.field, defect.value))
      metadata <- action(members, "metaData")(ActionJson.metadata).left
        .map(defect => Malformed(file, number, s"metaData.${defect.field}: ${defect.value}"))
      info <- action(members, "commitInfo")(n => Right(ActionJson.commitInfo(n))).left
        .map(defect => Malformed(file, number, defect.value))
    } yield CommitActions(
      protocol.orElse(found.protocol),
      metadata.orElse(found.metadata),
      info.orElse(found.info),
      members.get("domainMetadata").flatMap(ClusteringDomain.columns(_)).orElse(found.clustering)
    )

  private def notAnObject(file: String, number: Int) =
    Malformed(file, number, "not a JSON object")

  private def action[A](fields: Map[String, JsonNode], name: String)(
      read: JsonNode => Either[Defect, A]
  ): Either[Defect, Option[A]] =
    fields.get(name).filterNot(_.isNull) match {
      case None => Right(None)
      case Some(value) => read(value).map(Some(_))
    }
}
