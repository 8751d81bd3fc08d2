package io.deltaward.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/**
 * What tells a file of a table from others (PROTOCOL.md, Add File and Remove File).
 *
 * @param vector the unique id of its deletion vector; empty for none
 */
final private[log] case class LogicalFile(path: String, vector: String)

private[log] object LogicalFile {

  /** @param action the value of an `add` or `remove` */
  def of(action: JsonNode): LogicalFile = {
    val vector = action.path("deletionVector")
    LogicalFile(
      action.path("path").asText,
      if (vector.isObject) ActionShapes.vector(vector).uniqueId else ""
    )
  }
}

/**
 * What some commits leave together (PROTOCOL.md, Action Reconciliation), for comparing them with what was compacted of
 * them.
 *
 * @param added   what a reader needs of each file that is there
 * @param removed files that are gone, and whether they were there before
 * @param others  of each other kind the newest, by its name and key
 */
final case class ReconciledActions private (
    private[log] val added: Map[LogicalFile, Seq[JsonNode]],
    private[log] val removed: Map[LogicalFile, Boolean],
    private[log] val others: Map[(String, String), Any]
) {

  /** With the actions of a line over them. */
  private[log] def and(line: JsonNode): ReconciledActions =
    line.properties.asScala.filterNot(_.getValue.isNull).foldLeft(this) { (found, action) =>
      found.and(action.getKey, action.getValue)
    }

  private def and(name: String, value: JsonNode): ReconciledActions = name match {
    case "add" =>
      val file = LogicalFile.of(value)
      copy(
        added.updated(file, ReconciledActions.needed.map(value.path(_))),
        removed - file
      )
    case "remove" =>
      val file = LogicalFile.of(value)
      copy(added - file, removed.updated(file, !added.contains(file)))
    case "txn" => other(name, value.path("appId").asText, value.path("version"))
    case "domainMetadata" =>
      val told = (value.path("configuration"), value.path("removed"))
      other(name, value.path("domain").asText, told)
    case "protocol" => other(name, "", ActionJson.protocol(value))
    case "metaData" => other(name, "", ActionJson.metadata(value))
    case _ => this
  }

  private def other(name: String, key: String, value: Any): ReconciledActions =
    copy(others = others.updated((name, key), value))

  /**
   * How a log compaction differs from the commits that it stands for: names of actions, and paths of files.
   *
   * @param compacted what it holds; it can lack a file that came and went
   */
  def differences(compacted: ReconciledActions): Seq[String] = {
    val files = (added.keySet ++ compacted.added.keySet).filter(file =>
      added.get(file) != compacted.added.get(file)
    ) ++ removed.collect { case (file, true) if !compacted.removed.contains(file) => file } ++
      compacted.removed.keySet.diff(removed.keySet)
    val kinds = (others.keySet ++ compacted.others.keySet).filter(key =>
      others.get(key) != compacted.others.get(key)
    )
    kinds.map { case (name, key) => s"$name $key".trim }.toSeq.sorted ++
      files.map(_.path).toSeq.distinct.sorted
  }
}

object ReconciledActions {

  val none: ReconciledActions = new ReconciledActions(Map.empty, Map.empty, Map.empty)

  private val needed: Seq[String] =
    Seq("partitionValues", "size", "deletionVector", "baseRowId", "defaultRowCommitVersion")
}
