package io.deltaward.sql

import io.delta.sql.parser.DeltaSqlParser
import org.apache.spark.sql.catalyst.parser._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.internal.{SQLConf, VariableSubstitution}

/** What a parser since Spark 4.1 can be asked for a plan by, apart from `parsePlan`. */
trait ForwardingParser extends ParserInterface {
  protected def behind: ParserInterface

  /** The plan of a statement of ours, or of the parser behind. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan

  override def parsePlanWithParameters(sqlText: String, parameters: ParameterContext): LogicalPlan =
    ours(sqlText) {
      behind match {
        // Its inherited parsePlanWithParameters drops the parameters, and the statement fails with UNBOUND_SQL_PARAMETER.
        case delta: DeltaSqlParser => delta.parsePlan(withValues(sqlText, parameters))
        case other => other.parsePlanWithParameters(sqlText, parameters)
      }
    }

  /**
   * Replaces parameters in the text by their values, as Spark's own parser does. Returns the text unchanged if Spark's
   * grammar lacks the statement, or if Delta's parser would take a value such as '${x}' for a variable.
   */
  private def withValues(sqlText: String, parameters: ParameterContext): String =
    if (isEmpty(parameters) || SQLConf.get.legacyParameterSubstitutionConstantsOnly) sqlText
    else {
      val variables = new VariableSubstitution()
      val text =
        try ParameterHandler.substituteParameters(variables.substitute(sqlText), parameters)._1
        catch { case _: ParseException => sqlText }
      if (variables.substitute(text) == text) text else sqlText
    }

  private def isEmpty(parameters: ParameterContext): Boolean = parameters match {
    case NamedParameterContext(values) => values.isEmpty
    case PositionalParameterContext(values) => values.isEmpty
    case HybridParameterContext(values, _) => values.isEmpty
  }
}
