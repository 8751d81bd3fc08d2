package io.deltaward.commands

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.deltaward.errors.Errors
import org.apache.spark.sql.delta.deltaward.{ClassNeeds, DeltaFit}

/**
 * Decides which statements a session without commit rules runs: the listed ones, if Spark and Delta have the members that
 * they need. `EXPLAIN DROP FEATURE` is not listed, since a rule refuses drops that its plans leave out.
 */
object ReadOnlyStatements {

  /**
   * Checks that the session can run a statement.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNSUPPORTED_STATEMENT.READ_ONLY`, for all other
   *                                                        statements; `DELTAWARD_UNSUPPORTED_STATEMENT.MEMBERS_MISSING`
   */
  def require(statement: LogicalPlan): Unit = statement match {
    case _: DescribeProtocol | _: ShowTableFeatures | _: ShowProtocolHistory |
        _: ShowProtocolCompatibility | _: ShowDeltaClients | _: ShowCheckpointProtection |
        _: AnalyzeFleet =>
      requireMembers(statement.getClass)
    case _: ShowFleetCompatibility => requireMembers(classOf[ResolveFleets])
    case _ => throw Errors.readOnly
  }

  private def requireMembers(statement: Class[_]): Unit = {
    val missing = ClassNeeds.missingBehind(statement)
    if (missing.nonEmpty)
      throw Errors.unsupportedStatement(
        DeltaFit.found(getClass.getClassLoader),
        DeltaFit.shown(missing)
      )
  }
}
