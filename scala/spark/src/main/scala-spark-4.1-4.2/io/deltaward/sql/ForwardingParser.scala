package io.deltaward.sql

import java.util.regex.Pattern

import io.delta.sql.parser.DeltaSqlParser
import org.apache.spark.sql.catalyst.parser._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.internal.{SQLConf, VariableSubstitution}
import org.apache.spark.sql.types.StructType

/** Forwards the parser methods that not every Spark has: since Spark 4.1 also `parsePlanWithParameters`. */
trait ForwardingParser extends ParserInterface {
  protected def delegate: ParserInterface

  /** Returns the plan of a deltaward statement, or else `others`, the plan of the delegate. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan

  override def parseRoutineParam(sqlText: String): StructType = delegate.parseRoutineParam(sqlText)

  override def parsePlanWithParameters(sqlText: String, parameters: ParameterContext): LogicalPlan =
    ours(sqlText) {
      delegate match {
        // Delta's parser inherits a parsePlanWithParameters that drops the parameters. The statement then fails with
        // UNBOUND_SQL_PARAMETER.
        case delta: DeltaSqlParser if canReplace(sqlText, parameters) =>
          val text = withValues(sqlText, parameters)
          withoutVariables(delta.parsePlan(text))
        case other => other.parsePlanWithParameters(sqlText, parameters)
      }
    }

  /**
   * Checks whether Spark can replace parameters by their values without changing the statement. It writes a negative number
   * after a minus as `--`, which begins a comment. It escapes texts even if the session turns escapes off.
   */
  private def canReplace(sqlText: String, parameters: ParameterContext): Boolean =
    !isEmpty(parameters) && !SQLConf.get.legacyParameterSubstitutionConstantsOnly &&
      !SQLConf.get.escapedStringLiterals && !ForwardingParser.MinusBefore.matcher(sqlText).find()

  /** Replaces parameters in the text by their values. Returns the text unchanged if Spark's grammar lacks the statement. */
  private def withValues(sqlText: String, parameters: ParameterContext): String = {
    val text = new VariableSubstitution().substitute(sqlText)
    try ParameterHandler.substituteParameters(text, parameters)._1
    catch { case _: ParseException => text }
  }

  /** Parses a text whose variables are already replaced, so that Spark does not replace a value such as '${x}'. */
  private def withoutVariables(plan: => LogicalPlan): LogicalPlan = {
    val conf = SQLConf.get.clone()
    conf.setConf(SQLConf.VARIABLE_SUBSTITUTE_ENABLED, false)
    SQLConf.withExistingConf(conf)(plan)
  }

  private def isEmpty(parameters: ParameterContext): Boolean = parameters match {
    case NamedParameterContext(values) => values.isEmpty
    case PositionalParameterContext(values) => values.isEmpty
    case HybridParameterContext(values, _) => values.isEmpty
  }
}

private object ForwardingParser {
  val MinusBefore: Pattern = Pattern.compile("-[:?]")
}
