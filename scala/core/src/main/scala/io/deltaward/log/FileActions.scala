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
}

object FileActions {

  val none: FileActions = FileActions(Nil, Nil)

  private val mapper = JsonMapper.builder.build()

  /** Reads the actions among lines of JSON. Returns `None` if one of them is no JSON. */
  def read(lines: Iterator[String]): Option[FileActions] =
    Try(lines.filterNot(_.isBlank).foldLeft(none)((found, line) => found.and(line))).toOption

  /** Reads an `add` action. */
  def added(action: JsonNode): ListedFile =
    ListedFile(
      action.path("path").asText,
      Option(action.path("stats")).filter(_.isTextual).map(_.asText)
    )

  implicit private class Building(found: FileActions) {

    def and(line: String): FileActions = {
      val node = mapper.readTree(line)
      if (node.path("add").isObject)
        found.copy(added = FileActions.added(node.path("add")) +: found.added)
      else if (node.path("remove").isObject)
        found.copy(removed = node.path("remove").path("path").asText +: found.removed)
      else found
    }
  }
}
