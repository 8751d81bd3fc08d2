package io.deltaward.log

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}
import com.fasterxml.jackson.databind.json.JsonMapper

/**
 * The fields of every action and their types (PROTOCOL.md, Actions). Readers differ in what else they accept: only
 * actions of these shapes are certain to be read by all.
 */
object ActionShapes {

  /** The type of a value in the log. */
  sealed trait Shape
  object Shape {
    case object Text extends Shape

    /** The format of data files. PROTOCOL.md defines only Parquet. */
    case object Provider extends Shape

    /** Text that is a JSON object (PROTOCOL.md, Per-file Statistics). */
    case object Statistics extends Shape
    case object Integer extends Shape
    case object Long extends Shape

    /** A size in bytes: a `Long` that is not negative. */
    case object Size extends Shape
    case object Bool extends Shape
    case object Texts extends Shape

    /** A map from text to text or null. */
    case object TextMap extends Shape
    final case class Struct(fields: Map[String, Field]) extends Shape
  }

  final case class Field(shape: Shape, required: Boolean)

  import Shape._

  private def struct(fields: (String, Field)*): Struct = Struct(fields.toMap)

  private def must(shape: Shape): Field = Field(shape, required = true)

  private def may(shape: Shape): Field = Field(shape, required = false)

  private val deletionVector = struct(
    "storageType" -> must(Text),
    "pathOrInlineDv" -> must(Text),
    "offset" -> may(Integer),
    "sizeInBytes" -> must(Integer),
    "cardinality" -> must(Long)
  )

  private val rowTracking = Seq("baseRowId" -> may(Long), "defaultRowCommitVersion" -> may(Long))

  /** The shapes of all actions by name. Readers ignore fields beyond these. */
  val all: Map[String, Struct] = Map(
    "protocol" -> struct(
      "minReaderVersion" -> must(Integer),
      "minWriterVersion" -> must(Integer),
      "readerFeatures" -> may(Texts),
      "writerFeatures" -> may(Texts)
    ),
    "metaData" -> struct(
      "id" -> must(Text),
      "name" -> may(Text),
      "description" -> may(Text),
      "format" -> must(struct("provider" -> must(Provider), "options" -> may(TextMap))),
      "schemaString" -> must(Text),
      "partitionColumns" -> must(Texts),
      "createdTime" -> may(Long),
      "configuration" -> must(TextMap)
    ),
    "add" -> struct(
      Seq(
        "path" -> must(Text),
        "partitionValues" -> must(TextMap),
        "size" -> must(Size),
        "modificationTime" -> must(Long),
        "dataChange" -> must(Bool),
        "stats" -> may(Statistics),
        "tags" -> may(TextMap),
        "deletionVector" -> may(deletionVector),
        "clusteringProvider" -> may(Text)
      ) ++ rowTracking: _*
    ),
    "remove" -> struct(
      Seq(
        "path" -> must(Text),
        "deletionTimestamp" -> may(Long),
        "dataChange" -> must(Bool),
        "extendedFileMetadata" -> may(Bool),
        "partitionValues" -> may(TextMap),
        "size" -> may(Size),
        "stats" -> may(Statistics),
        "tags" -> may(TextMap),
        "deletionVector" -> may(deletionVector)
      ) ++ rowTracking: _*
    ),
    "cdc" -> struct(
      "path" -> must(Text),
      "partitionValues" -> must(TextMap),
      "size" -> must(Size),
      "dataChange" -> must(Bool),
      "tags" -> may(TextMap)
    ),
    "txn" -> struct(
      "appId" -> must(Text),
      "version" -> must(Long),
      "lastUpdated" -> may(Long)
    ),
    "domainMetadata" -> struct(
      "domain" -> must(Text),
      "configuration" -> must(Text),
      "removed" -> must(Bool)
    ),
    "sidecar" -> struct(
      "path" -> must(Text),
      "sizeInBytes" -> must(Long),
      "modificationTime" -> must(Long),
      "tags" -> may(TextMap)
    ),
    "checkpointMetadata" -> struct("version" -> must(Long), "tags" -> may(TextMap)),
    // Writers add fields of their own.
    "commitInfo" -> struct(
      "version" -> may(Long),
      "timestamp" -> may(Long),
      "operation" -> may(Text),
      "engineInfo" -> may(Text),
      "txnId" -> may(Text),
      "userId" -> may(Text),
      "userName" -> may(Text),
      "isolationLevel" -> may(Text),
      "isBlindAppend" -> may(Bool),
      "readVersion" -> may(Long),
      "inCommitTimestamp" -> may(Long)
    )
  )

  /** The shape of `N.crc` (PROTOCOL.md, Version Checksum File). */
  private val checksumFile: Struct = struct(
    "tableSizeBytes" -> must(Long),
    "numFiles" -> must(Long),
    "numMetadata" -> must(Long),
    "numProtocol" -> must(Long),
    "metadata" -> must(all("metaData")),
    "protocol" -> must(all("protocol")),
    "txnId" -> may(Text),
    "inCommitTimestampOpt" -> may(Long),
    "numDeletedRecordsOpt" -> may(Long),
    "numDeletionVectorsOpt" -> may(Long)
  )

  /** The shape of `_last_checkpoint` (PROTOCOL.md, Last Checkpoint File). */
  private val lastCheckpointFile: Struct = struct(
    "version" -> must(Long),
    "size" -> must(Long),
    "parts" -> may(Integer),
    "sizeInBytes" -> may(Long),
    "numOfAddFiles" -> may(Long),
    "checksum" -> may(Text)
  )

  def checksum(value: JsonNode): Seq[String] = in("it", checksumFile, value)

  def lastCheckpoint(value: JsonNode): Seq[String] = in("it", lastCheckpointFile, value)

  /** Returns the defects of an action's value, each beginning with `action.field`; none for an action without a shape. */
  def defects(action: String, value: JsonNode): Seq[String] =
    all.get(action).toSeq.flatMap(in(action, _, value))

  private def in(path: String, shape: Shape, value: JsonNode): Seq[String] = {
    val fits = shape match {
      case Text => value.isTextual
      case Statistics => value.isTextual && isStatistics(value.asText)
      case Provider => value.isTextual && isProvider(value.asText)
      case Integer => value.isIntegralNumber && value.canConvertToInt
      case Long => value.isIntegralNumber && value.canConvertToLong
      case Size => value.isIntegralNumber && value.canConvertToLong && value.asLong >= 0
      case Bool => value.isBoolean
      case Texts => value.isArray && value.elements.asScala.forall(_.isTextual)
      case TextMap =>
        value.isObject && value.elements.asScala.forall(v => v.isTextual || v.isNull)
      case _: Struct => value.isObject
    }
    shape match {
      case Struct(fields) if fits =>
        fields.toSeq.sortBy(_._1).flatMap { case (name, field) =>
          val member = value.path(name)
          if (member.isMissingNode || member.isNull)
            Option.when(field.required)(s"$path.$name is missing").toSeq
          else in(s"$path.$name", field.shape, member)
        } match {
          case Nil if isDeletionVector(fields) => vector(value).defect(path).toSeq
          case defects => defects
        }
      case Size if value.isIntegralNumber && value.canConvertToLong && !fits =>
        Seq(s"$path is ${shown(value)}, which is negative")
      case Provider if value.isTextual && !fits =>
        Seq(s"$path is ${value.asText}, which the specification does not have")
      case _ => Option.unless(fits)(s"$path is ${shown(value)}, which is of another type").toSeq
    }
  }

  /** Checks whether these are the fields of a deletion vector. */
  def isDeletionVector(fields: Map[String, Field]): Boolean = fields == deletionVector.fields

  /** Parses the value of `deletionVector` in an action. */
  private[log] def vector(value: JsonNode): DeletionVector = DeletionVector(
    value.path("storageType").asText,
    value.path("pathOrInlineDv").asText,
    Option.when(value.hasNonNull("offset"))(value.path("offset").asLong),
    value.path("sizeInBytes").asLong,
    value.path("cardinality").asLong
  )

  def isProvider(text: String): Boolean = text == "parquet"

  /** Checks whether readers of statistics can parse the text. */
  def isStatistics(text: String): Boolean = Try(mapper.readTree(text)).toOption.exists { node =>
    val count = node.path("numRecords")
    node.isObject && (count.isMissingNode || count.isNull || count.isIntegralNumber) &&
    Seq("minValues", "maxValues", "nullCount")
      .map(node.path)
      .forall(values => values.isMissingNode || values.isNull || values.isObject)
  }

  private val mapper =
    JsonMapper.builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()

  private def shown(value: JsonNode): String = {
    val text = value.toString
    if (text.length > 40) text.take(40) + "..." else text
  }
}
