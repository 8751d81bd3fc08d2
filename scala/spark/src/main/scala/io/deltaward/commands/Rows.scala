package io.deltaward.commands

import scala.reflect.runtime.universe.TypeTag

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.encoders.ExpressionEncoder
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.types.StructType

/** The result of a command: its columns are the fields of a case class, which is the one place that names them. */
object Rows {

  /** Costly, for its reflection: once a command, not once a statement. */
  def schema[T <: Product: TypeTag]: StructType = ExpressionEncoder[T]().schema

  /** New ones each time, so that two answers can be joined. */
  def attributes(schema: StructType): Seq[Attribute] = DataTypeUtils.toAttributes(schema)

  def of(product: Product): Row = Row.fromSeq(product.productIterator.map(value).toSeq)

  /** What a row holds for a field. */
  def value(field: Any): Any = field match {
    case Some(inner) => value(inner)
    case None => null
    case several: Seq[_] => several.map(value)
    case struct: Product => of(struct)
    case other => other
  }
}
