package io.deltaward.log

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper

/**
 * The data files that one file of the log adds and removes.
 *
 * @param removed paths in the log
 */
final case class FileActions(added: Seq[ListedFile], removed: Seq[String]) {

  /** Applies these actions to the files that were live before. One commit can remove and add the same path. */
  def onto(live: Map[String, ListedFile]): Map[String, ListedFile] =
    (live -- removed) ++ added.map(file => file.path -> file)

  private def and(line: JsonNode): FileActions = {
    val (add, remove) = (line.path("add"), line.path("remove"))
    if (add.isObject) copy(added = FileActions.added(add) +: added)
    else if (remove.isObject) copy(removed = remove.path("path").asText +: removed)
    else this
  }
}

object FileActions {

  private val mapper = JsonMapper.builder.build()

  /** Reads the actions among lines of JSON. Returns `None` if one of them is no JSON. */
  def read(lines: Iterator[String]): Option[FileActions] = Try {
    lines.filterNot(_.isBlank).map(mapper.readTree).foldLeft(FileActions(Nil, Nil))(_ and _)
  }.toOption

  /** Reads an `add` action. */
  def added(action: JsonNode): ListedFile =
    ListedFile(
      action.path("path").asText,
      Option(action.path("stats")).filter(_.isTextual).map(_.asText)
    )
}
