package io.deltaward.log

import scala.annotation.tailrec

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.core.io.JsonEOFException
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}
import com.fasterxml.jackson.databind.json.JsonMapper

import io.deltaward.log.ActionJson.Defect

/** Files with one JSON action a line: commits, and the top level of v2 checkpoints. */
object ActionLines {
  import LogProblem._

  private val mapper =
    JsonMapper.builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()

  private val actions = Seq("protocol", "metaData", "commitInfo")
  private val quoted = actions.map(name => s"\"$name\"")

  /**
   * The actions that matter among `lines`. A commit can add 100 000 files, so that lines of other actions are only
   * looked at for being closed; the last line, where an interrupted write shows, is parsed whatever it is.
   *
   * @param file for messages
   */
  def read(file: String, lines: Iterator[String]): Either[LogProblem, CommitActions] = {
    @tailrec
    def next(number: Int, found: CommitActions): Either[LogProblem, CommitActions] =
      if (!lines.hasNext)
        Either.cond(number > 0, found, EmptyCommit(file))
      else {
        val line = lines.next()
        val mustParse = !lines.hasNext || quoted.exists(line.contains) || !isClosed(line)
        val result =
          if (line.isBlank || !mustParse) Right(found) else parse(file, number + 1, line, found)
        result match {
          case Right(more) => next(number + 1, more)
          case problem => problem
        }
      }
    next(0, CommitActions(None, None, None))
  }

  private def isClosed(line: String): Boolean = line.startsWith("{") && line.endsWith("}")

  private def parse(
      file: String,
      number: Int,
      line: String,
      found: CommitActions
  ): Either[LogProblem, CommitActions] =
    try {
      val node = mapper.readTree(line)
      for {
        _ <- Either.cond(node.isObject, (), Malformed(file, number, "not a JSON object"))
        protocol <- action(node, "protocol")(ActionJson.protocol).left
          .map(defect => MalformedProtocol(file, defect.field, defect.value))
        metadata <- action(node, "metaData")(ActionJson.metadata).left
          .map(defect => Malformed(file, number, s"metaData.${defect.field}: ${defect.value}"))
        info <- action(node, "commitInfo")(n => Right(ActionJson.commitInfo(n))).left
          .map(defect => Malformed(file, number, defect.value))
      } yield CommitActions(
        protocol.orElse(found.protocol),
        metadata.orElse(found.metadata),
        info.orElse(found.info)
      )
    } catch {
      case _: JsonEOFException => Left(TruncatedJson(file, number))
      case e: JsonProcessingException => Left(Malformed(file, number, e.getOriginalMessage))
    }

  private def action[A](node: JsonNode, name: String)(
      read: JsonNode => Either[Defect, A]
  ): Either[Defect, Option[A]] =
    Some(node.path(name)).filterNot(n => n.isMissingNode || n.isNull) match {
      case None => Right(None)
      case Some(value) => read(value).map(Some(_))
    }
}
