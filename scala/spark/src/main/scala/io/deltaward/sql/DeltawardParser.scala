package io.deltaward.sql

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.catalyst.{FunctionIdentifier, TableIdentifier}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.{ParseException, ParserInterface}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.internal.VariableSubstitution
import org.apache.spark.sql.types.{DataType, StructType}

import io.deltaward.errors.{DeltawardAnalysisException, Errors}

/**
 * Parses deltaward's statements. Passes every other text unchanged to the same method of the delegate.
 *
 * @param require throws a `DeltawardAnalysisException` for a statement that the session does not run
 */
final class DeltawardParser(
    protected val delegate: ParserInterface,
    require: LogicalPlan => Unit
) extends ForwardingParser {

  override def parsePlan(sqlText: String): LogicalPlan = ours(sqlText)(delegate.parsePlan(sqlText))

  override protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan =
    if (Ownership.isOurs(sqlText))
      try {
        val statement =
          StatementParser.parse(new VariableSubstitution().substitute(sqlText), delegate)
        require(statement)
        statement
      } catch { case error: DeltawardAnalysisException => RefusedStatement(error) }
    else
      try others
      catch {
        case e: ParseException =>
          Ownership.nearMiss(sqlText).fold[LogicalPlan](throw e) { meant =>
            val line = sqlText.linesIterator.next().trim
            RefusedStatement(Errors.syntax(line, s"Did you mean $meant ...?"))
          }
      }

  override def parseQuery(sqlText: String): LogicalPlan = delegate.parseQuery(sqlText)
  override def parseExpression(sqlText: String): Expression = delegate.parseExpression(sqlText)
  override def parseTableIdentifier(sqlText: String): TableIdentifier =
    delegate.parseTableIdentifier(sqlText)
  override def parseFunctionIdentifier(sqlText: String): FunctionIdentifier =
    delegate.parseFunctionIdentifier(sqlText)
  override def parseMultipartIdentifier(sqlText: String): Seq[String] =
    delegate.parseMultipartIdentifier(sqlText)
  override def parseTableSchema(sqlText: String): StructType = delegate.parseTableSchema(sqlText)
  override def parseDataType(sqlText: String): DataType = delegate.parseDataType(sqlText)
}

/**
 * A statement that cannot be parsed, or that the session does not run. It reports the error when it runs. A parser in
 * front, such as Delta's, would replace the condition of an exception that is thrown while parsing.
 */
final case class RefusedStatement(error: DeltawardAnalysisException) extends LeafRunnableCommand {

  /**
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_SYNTAX_ERROR`, `DELTAWARD_UNSUPPORTED_STATEMENT`
   */
  override def run(session: SparkSession): Seq[Row] = throw error
}
