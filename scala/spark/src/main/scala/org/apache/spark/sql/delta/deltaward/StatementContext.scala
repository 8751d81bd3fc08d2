package org.apache.spark.sql.delta.deltaward

import scala.collection.mutable

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.{DeltaOperations, Snapshot}
import org.apache.spark.sql.delta.commands.MergeIntoCommand
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.concurrency.reads.{
  MergeReads,
  Obstacles,
  PlanReads,
  Reads,
  RunningStatement,
  StatementReads,
  TableDirectory,
  UpsertKey
}
import io.deltaward.conf.{DeltawardConf, InForce, SessionConf}
import io.deltaward.conflicts.Unresolved

/**
 * The statement that a transaction runs, and what it reads. Made when the transaction begins: what Spark's cache holds then,
 * or what is checkpointed, may be gone later.
 *
 * @param snapshot what the transaction reads
 * @param taken    snapshots of other tables that the transaction reads
 */
final class StatementContext(
    snapshot: Snapshot,
    val session: SparkSession,
    taken: => Iterable[Snapshot]
) {

  private val running: Option[RunningStatement] = RunningStatement.take()

  private val statement: Option[LogicalPlan] = running.map(_.plan)

  private val directory = new TableDirectory(snapshot.deltaLog.dataPath)

  private val cached = new CachedPlans(session)

  private lazy val reads = readsBy(_ => false)

  /** Finds links by a walk through directories, so it is evaluated only in a conflict, and once. */
  private lazy val readsInConflict = {
    val known = mutable.Map.empty[Path, Boolean]
    readsBy(path => known.getOrElseUpdate(path, directory.isLinkedFrom(path)))
  }

  private def readsBy(isLinked: Path => Boolean): StatementReads = {
    val id = snapshot.metadata.id
    val inRdds = new RddReads(directory)
    new StatementReads(
      id,
      new PlanReads(id, snapshot.version, directory, isLinked, cached.findIn, inRdds.findIn)
    )
  }

  private val readsAtStart: Reads =
    if (snapshot.version < 0) Reads.Unknown
    else statement.fold[Reads](Reads.Unknown)(reads.findIn)

  private val maybeCached: Option[LogicalPlan] = statement.filterNot(_ => cached.isEmpty)

  private val hasCachedSource = maybeCached.exists {
    case merge: MergeIntoCommand => cached.findIn(merge.source).nonEmpty
    case _ => false
  }

  /** Tells whether the statement reads its table from Spark's cache. A retry would compute the same from the same rows. */
  val readsFromCache: Boolean = snapshot.version >= 0 && maybeCached.exists(reads.areFromCache)

  /** Returns the version of the table for which Spark analysed the statement, if that is known. */
  def analysedVersion: Option[Long] = running.flatMap(_.version)

  /** Checks whether the statement reads its table in a way that Delta does not record in the transaction. */
  def readsUnrecorded: Boolean = Reads.arePastTransaction(readsAtStart) && checksUnrecorded

  /**
   * Checks whether the statement may read versions of its table that are later than the transaction's. Also asks the source
   * that ran, since the cache may have lost it by now. Walks through no directory, since every append that loses to another
   * one comes here.
   */
  def readsAhead: Boolean = checksUnrecorded && {
    val source = running.flatMap(_.merge).flatMap(mergeSources.planned)
    statement.exists(reads.canReadAhead(_, source))
  }

  private def checksUnrecorded: Boolean = settings.getConf(DeltawardConf.UNRECORDED_READS_ENABLED)

  /** Returns the settings of the session, or those of the cluster where they are locked. */
  def settings: SQLConf = InForce.effective(SessionConf.get(session))

  /** Returns what in the statement rules out that its conflict is resolved. */
  def obstacle: Option[Unresolved] = statement.flatMap(Obstacles.inStatement)

  /** Checks whether the transaction records all that the operation reads. */
  def recordsReadsOf(operation: DeltaOperations.Operation): Boolean =
    statement.exists(plan => reads.isOf(operation, plan) && areRecorded(plan))

  private def areRecorded(plan: LogicalPlan): Boolean =
    Reads.worst(Seq(readsAtStart, readsInConflict.findIn(plan))) match {
      case Reads.Recorded => true
      case Reads.RecordedUnlessCloned => TableFiles.allInside(snapshot)
      case Reads.Unknown | Reads.Unrecorded | Reads.Cached => false
    }

  /**
   * Checks whether the operation would mean something else if the table had a new column. A stream keeps to the columns that
   * it began with, and a compaction names none.
   */
  def mayMeanNewColumn(operation: DeltaOperations.Operation): Boolean = operation match {
    case _: DeltaOperations.StreamingUpdate | _: DeltaOperations.Optimize => false
    case other =>
      !statement.exists(known => reads.isOf(other, known) && !reads.mayMeanNewColumn(known))
  }

  /** Returns the column that a MERGE matches by and writes from the same source, if there is one. */
  def upsertKey: Option[Attribute] =
    statement.collect { case merge: MergeIntoCommand => merge }.flatMap(UpsertKey.find)

  /** Returns what a MERGE reads as its source tells it, or why that is not known; `None` if the operation is no such MERGE. */
  def mergeReads(operation: DeltaOperations.Operation): Option[Either[Unresolved, MergeReads]] =
    running.flatMap(_.merge)
      .filter(merge => recordsReadsOf(operation) && reads.isOf(operation, merge))
      .map(merge =>
        MergeReads.forMerge(merge, if (hasCachedSource) None else mergeSources.findFor(merge))
      )

  private def mergeSources: MergeSources = new MergeSources(taken, cached.findIn)
}
