package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.FileSourceOptions
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.delta.commands.MergeIntoCommand
import org.apache.spark.sql.delta.files.TahoeLogFileIndex
import org.apache.spark.sql.execution.LogicalRDD
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.{DoubleType, FloatType, StringType, UserDefinedType}

import io.deltaward.concurrency.reads.Obstacles

/**
 * Finds the rows that a running MERGE has used as its source, so that they can be read again. Delta keeps them, the
 * statement contains them, or other Delta tables determine them. Any other source is not read again.
 *
 * @param read   the snapshots of other tables that the transaction has taken and reads by
 * @param cached returns the plans within a plan whose rows Spark would take from its cache
 */
final class MergeSources(
    read: => Iterable[Snapshot],
    cached: LogicalPlan => Seq[LogicalPlan]
) {

  import MergeSources.logOf

  /** Returns the source as Spark has planned it, with the rows that it takes from the cache. */
  def planned(merge: MergeIntoCommand): Option[LogicalPlan] =
    try Some(PreparedSource.of(merge).df.queryExecution.withCachedData)
    catch { case _: IllegalStateException => None }

  /** Returns the source, or `None` if it cannot be read again or the MERGE does not run. */
  def findFor(merge: MergeIntoCommand): Option[LogicalPlan] =
    try {
      val source = PreparedSource.of(merge)
      val plan = source.df.queryExecution.analyzed
      if (source.isMaterialized) Option.when(isKept(plan))(plan)
      else if (cached(plan).isEmpty) again(plan)
      else None
    } catch { case _: IllegalStateException => None }

  /** Checks that Delta keeps the rows. A read of lost rows fails, since Spark does not compute them again. */
  private def isKept(plan: LogicalPlan): Boolean = plan.collectLeaves().forall {
    case kept: LogicalRDD => kept.rdd.isCheckpointed
    case _ => false
  }

  private def again(plan: LogicalPlan): Option[LogicalPlan] =
    if (plan.exists(!isSame(_))) None
    else {
      val pinned = plan.transform { case relation: LogicalRelation =>
        atRead(relation).getOrElse(relation)
      }
      Option.when(pinned.collectLeaves().forall(isPinned))(pinned)
    }

  /** Checks that a leaf reads a fixed version. If files may be skipped, even a named version is not fixed. */
  private def isPinned(leaf: LogicalPlan): Boolean = leaf match {
    case relation: LogicalRelation =>
      (relation.relation, logOf(relation)) match {
        case (files: HadoopFsRelation, Some(log)) => log.isTimeTravelQuery && readsAllFiles(files)
        case _ => false
      }
    case _ => true
  }

  /** Checks that a node gives the same rows for the same input, in any order. */
  private def isSame(node: LogicalPlan): Boolean =
    Obstacles.inPredicates(Seq(node.expressions)).isEmpty &&
      (node match {
        case _: Project | _: Filter | _: SubqueryAlias | _: View | _: ResolvedHint | _: Union |
            _: Join | _: LocalRelation | _: OneRowRelation | _: Range =>
          true
        case distinct: Distinct => areTold(distinct.output)
        case aggregate: Aggregate => areTold(aggregate.groupingExpressions ++ aggregate.output) &&
          aggregate.aggregateExpressions.flatMap(_.collect { case f: AggregateFunction => f })
            .forall {
              case _: Count => true
              case least: Min => areTold(Seq(least.child))
              case greatest: Max => areTold(Seq(greatest.child))
              case _ => false
            }
        case relation: LogicalRelation => logOf(relation).isDefined
        case _ => false
      })

  /** Checks that equal values are identical. Otherwise one may stand for all, such as 0.0 for -0.0, or A for a. */
  private def areTold(values: Seq[Expression]): Boolean = !values.exists(
    _.dataType.existsRecursively {
      case FloatType | DoubleType | _: UserDefinedType[_] => true
      case text: StringType => !Collations.isBinary(text)
      case _ => false
    }
  )

  /**
   * Returns the relation at its own version, or at the version of its table that the transaction has taken. The read fails
   * if it cannot read every row.
   */
  private def atRead(relation: LogicalRelation): Option[LogicalRelation] =
    (relation.relation, logOf(relation).flatMap(pinned)) match {
      case (files: HadoopFsRelation, Some(log)) if readsAllFiles(files) =>
        val options = files.options ++ StrictRead.options
        val strict = files.copy(location = log, options = options)(files.sparkSession)
        Some(relation.copy(relation = strict))
      case _ => None
    }

  /** Checks that the read skips no file: a file that was skipped at first may be there the second time. */
  private def readsAllFiles(files: HadoopFsRelation): Boolean = {
    val options = new FileSourceOptions(CaseInsensitiveMap(files.options))
    !options.ignoreMissingFiles && !options.ignoreCorruptFiles
  }

  private def pinned(log: TahoeLogFileIndex): Option[TahoeLogFileIndex] =
    if (log.isTimeTravelQuery) Some(log)
    else
      read.filter(_.deltaLog.dataPath == log.deltaLog.dataPath).toSeq match {
        case Seq(snapshot)
            if snapshot.metadata.id == log.metadata.id &&
              snapshot.metadata.schemaString == log.metadata.schemaString =>
          Some(
            log.copy(snapshotAtAnalysis = snapshot, isTimeTravelQuery = true)
          )
        case _ => None
      }
}

object MergeSources {

  /**
   * Checks that the tables of the source are still the same. Call this after their rows were read. If a snapshot lacks
   * something, Delta reads the log again by file names, no matter what the files now hold.
   *
   * @throws java.io.IOException a table of the source was removed, and possibly created again in its place
   */
  def requireKept(source: LogicalPlan): Unit = source.collectLeaves()
    .collect { case relation: LogicalRelation => logOf(relation) }
    .flatten
    .foreach(log => KeptLog.requireAll(log.getSnapshot))

  private def logOf(relation: LogicalRelation): Option[TahoeLogFileIndex] =
    relation.relation match {
      case files: HadoopFsRelation =>
        Option(files.location).collect { case log: TahoeLogFileIndex => log }
      case _ => None
    }
}
