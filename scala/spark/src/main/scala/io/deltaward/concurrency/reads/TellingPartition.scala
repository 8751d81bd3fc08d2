package io.deltaward.concurrency.reads

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.delta.DeltaColumnMapping
import org.apache.spark.sql.delta.actions.{FileAction, Metadata}
import org.apache.spark.sql.internal.VariableSubstitution
import org.apache.spark.sql.types.StringType

import io.deltaward.text.Identifier

/** Finds a condition that would have kept two commits apart. */
final class TellingPartition(metadata: Metadata, values: PartitionValues) {

  /**
   * Returns an SQL condition on one partition column that all files in `mine` satisfy, and no file in `theirs`. It does not
   * change what the first commit does.
   */
  def find(mine: Seq[FileAction], theirs: Seq[FileAction]): Option[String] = {
    val (own, other) = (mine.map(values.parse), theirs.map(values.parse))
    metadata.partitionSchema.fields.to(LazyList).flatMap { field =>
      val column = DeltaColumnMapping.getPhysicalName(field)
      own.flatMap(_.get(column)).distinct match {
        case Seq(value: Literal) if own.nonEmpty && !other.exists(_.get(column).contains(value)) =>
          Some(condition(Identifier.quoted(field.name), value)).filter(_ => isReadAsWritten(value))
        case _ => None
      }
    }.headOption
  }

  private def condition(column: String, value: Literal): String =
    if (value.value == null) s"$column IS NULL" else s"$column = ${value.sql}"

  /**
   * Checks that a session reads the value as it is written. A session can replace variables in a text (`${name}`), or treat
   * escape characters differently.
   */
  private def isReadAsWritten(value: Literal): Boolean = value.dataType match {
    case _: StringType =>
      Try(CatalystSqlParser.parseExpression(new VariableSubstitution().substitute(value.sql)))
        .toOption.collect { case literal: Literal => literal.value }.contains(value.value)
    case _ => true
  }
}
