package io.deltaward

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.deltaward.commands.WholeStatementCheck
import io.deltaward.concurrency.reads.PlannedMerge
import io.deltaward.conf.DeltawardConf
import io.deltaward.guard.{SetStatementCheck, WriteOptionCheck}
import org.apache.spark.sql.delta.deltaward.{
  CommitHook,
  DeltaFit,
  GuardingObserver,
  IsolationLevels
}

/**
 * The entry point:
 * `spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension,io.deltaward.DeltawardSparkSessionExtension`. It works with
 * Delta's extension in either order, and with others.
 *
 * @throws io.deltaward.errors.UnsupportedDeltaException `DELTAWARD_UNSUPPORTED_DELTA`, if the commit rules do not fit the
 *                                                       Delta on the class path
 * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING`, for a setting that the cluster started
 *                                                     with
 */
class DeltawardSparkSessionExtension extends (SparkSessionExtensions => Unit) {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    // This check is first: on a Delta that does not fit, no part of deltaward may run.
    DeltaFit.require()
    DeltawardConf.register()
    DeltawardConf.requireCluster()
    IsolationLevels.allowBoth()
    // The observer starts now, not with the first analysed plan: a thread can commit without one.
    GuardingObserver.onAllThreads()

    // The parser handles deltaward's statements. All others reach the delegate unchanged.
    extensions.injectParser((_, delegate) => new sql.DeltawardParser(delegate, all))

    sql.TableFunction.injectInto(extensions, all)
    extensions.injectResolutionRule(session => new commands.ResolveFleets(session))

    // This check runs before `CommitHook`, which keeps the statement for the transaction that it starts.
    extensions.injectCheckRule(session => new WholeStatementCheck(session))

    // A check rule sees each command on the thread that will run it, whichever API it came through.
    extensions.injectCheckRule(_ => CommitHook)

    // The planner sees the command that runs, which is another object than the analysed one.
    extensions.injectPlannerStrategy(_ => PlannedMerge)

    // These checks reject settings and options that Spark and Delta accept silently, and that would protect nothing.
    extensions.injectCheckRule(session => new SetStatementCheck(session))
    extensions.injectCheckRule(_ => WriteOptionCheck)
  }

  /** Refuses no statement. */
  private def all: LogicalPlan => Unit = _ => ()
}
