package io.deltaward.sql

import scala.collection.mutable.ArrayBuffer

import org.apache.spark.sql.catalyst.{FunctionIdentifier, TableIdentifier}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.{ParameterContext, ParserInterface}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, OneRowRelation}
import org.apache.spark.sql.types.{DataType, StructType}

/** A real parser that keeps a record of what it was asked. */
final class RecordingParser(real: ParserInterface) extends ParserInterface {
  val calls: ArrayBuffer[String] = ArrayBuffer.empty

  private def record[T](method: String, text: String)(answer: => T): T = {
    calls += s"$method $text"
    answer
  }

  override def parsePlanWithParameters(sql: String, parameters: ParameterContext): LogicalPlan =
    record("parsePlanWithParameters", sql)(OneRowRelation())
  override def parsePlan(sql: String): LogicalPlan = record("parsePlan", sql)(real.parsePlan(sql))
  override def parseQuery(sql: String): LogicalPlan =
    record("parseQuery", sql)(real.parseQuery(sql))
  override def parseExpression(sql: String): Expression =
    record("parseExpression", sql)(real.parseExpression(sql))
  override def parseTableIdentifier(sql: String): TableIdentifier =
    record("parseTableIdentifier", sql)(real.parseTableIdentifier(sql))
  override def parseFunctionIdentifier(sql: String): FunctionIdentifier =
    record("parseFunctionIdentifier", sql)(real.parseFunctionIdentifier(sql))
  override def parseMultipartIdentifier(sql: String): Seq[String] =
    record("parseMultipartIdentifier", sql)(real.parseMultipartIdentifier(sql))
  override def parseTableSchema(sql: String): StructType =
    record("parseTableSchema", sql)(real.parseTableSchema(sql))
  override def parseDataType(sql: String): DataType =
    record("parseDataType", sql)(real.parseDataType(sql))
  override def parseRoutineParam(sql: String): StructType =
    record("parseRoutineParam", sql)(real.parseRoutineParam(sql))
}
