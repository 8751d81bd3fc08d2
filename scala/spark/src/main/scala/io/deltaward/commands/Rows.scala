package io.deltaward.commands

import scala.reflect.runtime.universe.TypeTag

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.encoders.ExpressionEncoder
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types.StructType

/** Makes the rows of a command. A case class names the columns, and no other place does. */
object Rows {

  /** Returns the schema of a case class. Uses slow reflection, so call it once per command, not per statement. */
  def schema[T <: Product: TypeTag]: StructType = ExpressionEncoder[T]().schema

  /** Returns new attributes at each call, so that two results can be joined. */
  def attributes(schema: StructType): Seq[Attribute] = DataTypeUtils.toAttributes(schema)

  def toRow(product: Product): Row = Row.fromSeq(product.productIterator.map(value).toSeq)

  /** Returns the value that a row holds for a field. */
  def value(field: Any): Any = field match {
    case Some(inner) => value(inner)
    case None => null
    case several: Seq[_] => several.map(value)
    case struct: Product => toRow(struct)
    case other => other
  }
}
