package io.deltaward.storage

import java.nio.charset.StandardCharsets.UTF_8

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileStatus
import org.apache.parquet.example.data.Group
import org.apache.parquet.hadoop.{ParquetFileReader, ParquetReader}
import org.apache.parquet.hadoop.api.ReadSupport
import org.apache.parquet.hadoop.example.GroupReadSupport
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.schema.{GroupType, Type}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName

import io.deltaward.log.{ActionShapes, DeletionVector}
import io.deltaward.log.ActionShapes.{Field, Shape}

/** Checks every value of a checkpoint file or sidecar in Parquet against the shapes of the actions. */
private[storage] object ParquetInspection {

  /**
   * Returns what is wrong with the file's columns and rows, in words.
   *
   * @throws Exception Parquet's errors, if the file is not Parquet or is damaged
   */
  def defects(status: FileStatus, hadoopConf: Configuration): Seq[String] = {
    val file = HadoopInputFile.fromStatus(status, hadoopConf)
    val schema = Using.resource(ParquetFileReader.open(file))(_.getFileMetaData.getSchema)
    val ofTypes = columns(schema).flatMap { case (name, shape, column) =>
      types(name, shape, column)
    }
    if (ofTypes.nonEmpty) ofTypes else inRows(file) ++ ParquetStructures.defect(file)
  }

  private def columns(schema: GroupType): Seq[(String, Shape, Type)] =
    schema.getFields.asScala.toSeq.flatMap { column =>
      ActionShapes.all.get(column.getName).map((column.getName, _, column))
    }

  private def types(path: String, shape: Shape, column: Type): Seq[String] = shape match {
    case Shape.Struct(fields) if !column.isPrimitive =>
      column.asGroupType.getFields.asScala.toSeq.flatMap { member =>
        fields.get(member.getName).toSeq
          .flatMap(field => types(s"$path.${member.getName}", field.shape, member))
      }
    case _ =>
      Option.unless(fits(shape, column))(s"the column $path is of another type").toSeq
  }

  private def fits(shape: Shape, column: Type): Boolean = {
    def is(primitive: PrimitiveTypeName): Boolean =
      column.isPrimitive && column.asPrimitiveType.getPrimitiveTypeName == primitive
    shape match {
      case Shape.Text | Shape.Statistics | Shape.Provider => is(PrimitiveTypeName.BINARY)
      case Shape.Integer => is(PrimitiveTypeName.INT32)
      case Shape.Long | Shape.Size => is(PrimitiveTypeName.INT64)
      case Shape.Bool => is(PrimitiveTypeName.BOOLEAN)
      case Shape.Texts | Shape.TextMap | _: Shape.Struct => !column.isPrimitive
    }
  }

  private def inRows(file: HadoopInputFile): Seq[String] = {
    val builder = new ParquetReader.Builder[Group](file) {
      override protected def getReadSupport: ReadSupport[Group] = new GroupReadSupport
    }
    Using.resource(builder.usePageChecksumVerification().build()) { reader =>
      Iterator
        .continually(reader.read())
        .takeWhile(_ != null)
        .flatMap(row =>
          actions(row).flatMap { case (name, fields, action) =>
            defects(name, fields, action)
          }
        )
        .distinct
        .toSeq
    }
  }

  private def actions(row: Group): Seq[(String, Map[String, Field], Group)] =
    columns(row.getType).collect {
      case (name, Shape.Struct(fields), _) if row.getFieldRepetitionCount(name) > 0 =>
        (name, fields, row.getGroup(name, 0))
    }

  private def defects(path: String, fields: Map[String, Field], action: Group): Seq[String] =
    fields.toSeq.sortBy(_._1).flatMap { case (name, field) =>
      (field.shape, has(action, name)) match {
        case (_, false) => Option.when(field.required)(s"$path.$name is missing").toSeq
        case (Shape.Text | Shape.Statistics | Shape.Provider | Shape.Texts | Shape.TextMap, true)
            if !isText(action, action.getType.getFieldIndex(name)) =>
          Seq(s"$path.$name is not UTF-8")
        case (Shape.Struct(members), true) =>
          defects(s"$path.$name", members, action.getGroup(name, 0))
        case (Shape.Statistics, true) =>
          val text = action.getString(name, 0)
          Option.unless(ActionShapes.isStatistics(text))(s"$path.$name is not JSON").toSeq
        case (Shape.Provider, true) =>
          val text = action.getString(name, 0)
          Option.unless(ActionShapes.isProvider(text))(
            s"$path.$name is $text, which the specification does not have"
          ).toSeq
        case (Shape.Size, true) =>
          Option.when(action.getLong(name, 0) < 0)(s"$path.$name is negative").toSeq
        case _ => Nil
      }
    } match {
      case Nil if ActionShapes.isDeletionVector(fields) => vector(action).defect(path).toSeq
      case defects => defects
    }

  /** Checks whether every value below a field is valid UTF-8, which all readers decode alike. */
  private def isText(group: Group, field: Int): Boolean =
    (0 until group.getFieldRepetitionCount(field)).forall { index =>
      if (group.getType.getType(field).isPrimitive)
        Try(UTF_8.newDecoder.decode(group.getBinary(field, index).toByteBuffer)).isSuccess
      else {
        val below = group.getGroup(field, index)
        (0 until below.getType.getFieldCount).forall(isText(below, _))
      }
    }

  private def vector(descriptor: Group): DeletionVector = DeletionVector(
    descriptor.getString("storageType", 0),
    descriptor.getString("pathOrInlineDv", 0),
    Option.when(has(descriptor, "offset"))(descriptor.getInteger("offset", 0).toLong),
    descriptor.getInteger("sizeInBytes", 0).toLong,
    descriptor.getLong("cardinality", 0)
  )

  private def has(action: Group, name: String): Boolean =
    action.getType.containsField(name) && action.getFieldRepetitionCount(name) > 0
}
