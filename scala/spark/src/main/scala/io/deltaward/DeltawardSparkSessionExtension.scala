package io.deltaward

import org.apache.spark.sql.SparkSessionExtensions

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
 * The entry: `spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension,io.deltaward.DeltawardSparkSessionExtension`.
 * It works with Delta's extension in either order, and with others.
 *
 * @throws io.deltaward.errors.UnsupportedDeltaException `DELTAWARD_UNSUPPORTED_DELTA`, when the Delta on the class
 *                                                        path is not one that the commit rules fit
 * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING`, for what the cluster was started with
 */
class DeltawardSparkSessionExtension extends (SparkSessionExtensions => Unit) {

  override def apply(extensions: SparkSessionExtensions): Unit = {
    // First: on a Delta that does not fit, nothing of ours may run half.
    DeltaFit.require()
    DeltawardConf.register()
    DeltawardConf.requireCluster()
    IsolationLevels.allowBoth()
    // At once, not with the first analysed plan: a thread can commit without one.
    GuardingObserver.onAllThreads()

    // Our statements; all others reach the parser behind unchanged.
    extensions.injectParser((_, behind) => new sql.DeltawardParser(behind))

    sql.TableFunction.injectInto(extensions)
    extensions.injectResolutionRule(session => new commands.ResolveFleets(session))

    // Before the next, which keeps the statement for the transaction that it will start.
    extensions.injectCheckRule(session => new WholeStatementCheck(session))

    // A check rule sees each command on the thread that will run it, whichever API it came through.
    extensions.injectCheckRule(_ => CommitHook)

    // The same command as it is run: an object of its own.
    extensions.injectPlannerStrategy(_ => PlannedMerge)

    // What Spark and Delta would take without a word, and that would protect nothing.
    extensions.injectCheckRule(session => new SetStatementCheck(session))
    extensions.injectCheckRule(_ => WriteOptionCheck)
  }
}
