package io.deltaward.log

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}
import com.fasterxml.jackson.databind.json.JsonMapper

/** Compares version checksums and `_last_checkpoint` with the commits and checkpoints of a log. */
object LogInspection {

  private val mapper =
    JsonMapper.builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()

  /** Describes in words why a file cannot be read to its end. */
  def text(problem: LogProblem): String = problem match {
    case LogProblem.Malformed(file, line, cause) => s"$file, line $line: $cause"
    case LogProblem.TruncatedJson(file, line) => s"$file stops in the middle of line $line"
    case LogProblem.NotReadable(file, cause) => s"$file cannot be read: $cause"
    case LogProblem.EmptyCommit(file) => s"$file is empty"
    case other => s"${other.condition} ${other.parameters.values.mkString(", ")}"
  }

  /**
   * Returns the defects of a version checksum, in words.
   *
   * @param text  content of the file
   * @param state state of the same version, from commits and checkpoints alone
   */
  def checksum(file: String, text: String, state: TableState): Seq[String] =
    withObject(file, text) { node =>
      ActionShapes.checksum(node) match {
        case Nil => differences(node, state)
        case defects => defects
      }
    }

  /**
   * Returns the defects of `_last_checkpoint`, in words.
   *
   * @param text     content of the file
   * @param versions versions that have a complete checkpoint
   */
  def lastCheckpoint(file: String, text: String, versions: Set[Long]): Seq[String] =
    withObject(file, text) { node =>
      ActionShapes.lastCheckpoint(node) match {
        case Nil =>
          val version = node.path("version").asLong
          Option.unless(versions(version))(
            s"it names version $version, which has no checkpoint"
          ).toSeq
        case defects => defects
      }
    }

  /** Returns the defect of a commit that lacks its own timestamp although the table requires one, in words. */
  def timestamps(file: String, commit: CommitActions, state: TableState): Option[String] =
    InCommitTimestamps
      .fromMetadata(state.metadata)
      .filter(_.sinceVersion <= state.version && commit.contents.inCommitTimestamp.isEmpty)
      .map(_ => s"$file: commitInfo.inCommitTimestamp is missing")

  private def withObject(file: String, text: String)(defects: JsonNode => Seq[String]) =
    Try(mapper.readTree(text)).toOption
      .filter(node => node != null && node.isObject)
      .fold(Seq("it is not a JSON object"))(defects)
      .map(defect => s"$file: $defect")

  private def differences(node: JsonNode, state: TableState): Seq[String] = {
    val metadata = ActionJson.metadata(node.path("metadata"))
    val told = Seq(
      "protocol" -> ActionJson.protocol(node.path("protocol")).contains(state.protocol),
      "metadata" ->
        metadata.map(_.copy(missing = Nil)).contains(state.metadata.copy(missing = Nil)),
      "numMetadata" -> (node.path("numMetadata").asLong == 1),
      "numProtocol" -> (node.path("numProtocol").asLong == 1),
      "inCommitTimestampOpt" -> hasTimestamp(node, state),
      "domainMetadata" -> hasClustering(node, state)
    )
    told.collect { case (name, false) => s"its $name differs from the log" }
  }

  private def hasClustering(node: JsonNode, state: TableState): Boolean = {
    val domains = node.path("domainMetadata")
    !domains.isArray || state.clustering.forall(
      _ == domains.elements.asScala.flatMap(ClusteringDomain.columns(_)).nextOption().getOrElse(Nil)
    )
  }

  private def hasTimestamp(node: JsonNode, state: TableState): Boolean = {
    val timestamp = node.path("inCommitTimestampOpt")
    InCommitTimestamps.fromMetadata(state.metadata).forall(_ =>
      timestamp.isMissingNode ||
        timestamp.isNull || timestamp.asLong == state.timestamp
    )
  }
}
