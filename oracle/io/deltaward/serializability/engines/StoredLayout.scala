package io.deltaward.serializability.engines

import scala.jdk.CollectionConverters._

import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.Group
import org.apache.parquet.example.data.simple.SimpleGroup
import org.apache.parquet.hadoop.example.ExampleParquetWriter
import org.apache.parquet.schema.{LogicalTypeAnnotation, MessageType, Type, Types}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName._
import org.apache.parquet.schema.Type.Repetition._

import io.deltaward.serializability.model.{Columns, FileLayout, Record}

/**
 * Writes rows into a Parquet file.
 *
 * @param names names of the columns in the file
 * @param under names of the fields of `n` in the file
 */
final private[engines] class StoredLayout(
    columns: Columns,
    names: Map[String, String],
    under: Map[String, String],
    layout: FileLayout
) {

  def write(file: Path, rows: Seq[Record]): Unit = {
    val schema = schemaOf(rows)
    val writer = ExampleParquetWriter.builder(file).withType(schema).build()
    try rows.foreach(row => writer.write(groupOf(row, schema)))
    finally writer.close()
  }

  /** Leaves out partition columns: only the log has their values. */
  private def schemaOf(rows: Seq[Record]): MessageType = {
    val plain = Seq[(String, PrimitiveTypeName, Record => Option[Any])](
      ("id", INT64, row => Some(row.id)),
      ("k", INT32, _.k),
      ("x", INT32, _.x),
      ("trail", BINARY, row => Some(row.trail)),
      ("d", DOUBLE, row => Some(row.d))
    ) ++ Option.when(columns.generated)(("g", INT32, (row: Record) => row.generated))
    val fields = plain
      .filterNot { case (column, _, _) => columns.partition.exists(_.column == column) }
      .flatMap { case (column, of, value) =>
        val values = rows.map(value)
        Option.unless(layout == FileLayout.Sparse && values.forall(_.isEmpty))(
          primitive(names(column), of, values)
        )
      } ++ Option.when(columns.nested)(nested(rows))
    val ordered = if (layout == FileLayout.Sparse) fields.reverse else fields
    new MessageType("rows", ordered.asJava)
  }

  private def primitive(name: String, of: PrimitiveTypeName, values: Seq[Option[Any]]): Type = {
    val column =
      Types.primitive(of, if (isRequired(values)) REQUIRED else OPTIONAL)
    (if (of == BINARY) column.as(LogicalTypeAnnotation.stringType()) else column).named(name)
  }

  private def nested(rows: Seq[Record]): Type = {
    val last = primitive(under("last"), INT32, rows.map(_.x))
    val all = rows.flatMap(row => Seq(row.k, row.x))
    val elements =
      if (isRequired(all)) Types.repeated(INT32).named("array")
      else Types.repeatedGroup().addField(Types.optional(INT32).named("element")).named("list")
    val repetition = if (layout == FileLayout.Required) REQUIRED else OPTIONAL
    val list = Types.buildGroup(repetition).addField(elements)
      .as(LogicalTypeAnnotation.listType()).named(under("all"))
    Types.buildGroup(repetition).addField(last).addField(list).named(names("n"))
  }

  private def isRequired(values: Seq[Option[Any]]): Boolean =
    layout == FileLayout.Required && values.forall(_.nonEmpty)

  private def groupOf(row: Record, schema: MessageType): Group = {
    val group = new SimpleGroup(schema)
    def add(column: String)(put: String => Unit): Unit =
      if (schema.containsField(names(column))) put(names(column))
    add("id")(group.add(_, row.id))
    add("k")(name => row.k.foreach(group.add(name, _)))
    add("x")(name => row.x.foreach(group.add(name, _)))
    add("trail")(group.add(_, row.trail))
    add("d")(group.add(_, row.d.toDouble))
    if (columns.generated) add("g")(name => row.generated.foreach(group.add(name, _)))
    if (columns.nested) addNested(group.addGroup(names("n")), row)
    group
  }

  private def addNested(n: Group, row: Record): Unit = {
    row.x.foreach(n.add(under("last"), _))
    val list = n.addGroup(under("all"))
    Seq(row.k, row.x).foreach { value =>
      if (list.getType.getType(0).isPrimitive) list.add(0, value.get)
      else {
        val element = list.addGroup(0)
        value.foreach(element.add("element", _))
      }
    }
  }
}
