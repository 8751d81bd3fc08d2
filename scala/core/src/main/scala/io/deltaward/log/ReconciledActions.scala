package io.deltaward.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/**
 * Identifies a file of a table (PROTOCOL.md, Add File and Remove File).
 *
 * @param vector the unique id of its deletion vector; empty if it has none
 */
final private[log] case class LogicalFile(path: String, vector: String)

private[log] object LogicalFile {

  /** @param action the value of an `add` or `remove` action */
  def fromAction(action: JsonNode): LogicalFile = {
    val vector = action.path("deletionVector")
    LogicalFile(
      action.path("path").asText,
      if (vector.isObject) ActionShapes.vector(vector).uniqueId else ""
    )
  }
}

/**
 * The combined effect of several commits (PROTOCOL.md, Action Reconciliation), for comparison with their log
 * compaction.
 *
 * @param added   live files, each with the fields that a reader needs
 * @param removed removed files, each with whether it existed before these commits
 * @param others  the newest action of every other kind, by its name and key
 */
final case class ReconciledActions private (
    private[log] val added: Map[LogicalFile, Seq[JsonNode]],
    private[log] val removed: Map[LogicalFile, Boolean],
    private[log] val others: Map[(String, String), Any]
) {

  /** Adds the actions of one more line. */
  private[log] def and(line: JsonNode): ReconciledActions =
    line.properties.asScala.filterNot(_.getValue.isNull).foldLeft(this) { (found, action) =>
      found.and(action.getKey, action.getValue)
    }

  private def and(name: String, value: JsonNode): ReconciledActions = name match {
    case "add" =>
      val file = LogicalFile.fromAction(value)
      copy(
        added.updated(file, ReconciledActions.needed.map(value.path(_))),
        removed - file
      )
    case "remove" =>
      val file = LogicalFile.fromAction(value)
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
   * Compares these commits with their log compaction. Returns the names of actions and paths of files that differ.
   *
   * @param compacted actions of the compaction, which may omit files that these commits both add and remove
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
