package org.apache.spark.sql.delta.deltaward

import java.sql.Timestamp
import java.time.Instant

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.report.{ConflictEvent, ConflictEvents}
import io.deltaward.conflicts.{ConflictExplanation, Resolution, Unresolved, Winner}

/** Turns what Delta holds about two commits that met into plain values. */
object ConflictFacts {

  /** What came of a check. */
  sealed trait Outcome
  object Outcome {
    case object Retried extends Outcome
    final case class Resolved(how: Resolution, files: Seq[String]) extends Outcome
    final case class Failed(explanation: ConflictExplanation) extends Outcome
  }

  /**
   * @param found       the conflict that Delta has found
   * @param nanoseconds that it took
   */
  final case class Check(found: Option[Throwable], outcome: Outcome, nanoseconds: Long)

  def winner(summary: WinningCommitSummary): Winner = {
    val info = summary.commitInfo
    Winner(
      summary.commitVersion,
      info.map(_.operation),
      info.flatMap(_.userName),
      info.flatMap(jobOf),
      info.flatMap(_.engineInfo)
    )
  }

  def files(actions: Seq[Action]): Seq[FileAction] = actions.collect {
    case file: AddFile => file
    case file: RemoveFile => file
  }

  /** Of a conflict that is not about files. */
  def reason(
      conflict: Throwable,
      info: CurrentTransactionInfo,
      winner: WinningCommitSummary
  ): Unresolved = conflict match {
    case _: MetadataChangedException => Unresolved.MetadataChanged
    case _: ProtocolChangedException => Unresolved.ProtocolChanged
    case _: ConcurrentTransactionException =>
      val own = TransactionFacts.versionsOfApplications(info.actions)
      val batches = TransactionFacts.versionsOfApplications(winner.actions).collectFirst {
        case (application, won) if own.get(application).contains(won) => Unresolved.SameBatch
        case (application, won) if own.contains(application) =>
          Unresolved.OtherBatch(application, own(application), won)
      }
      // Delta has the same exception for both.
      def domains = domainsOf(info.actions).intersect(domainsOf(winner.actions)).headOption
        .map(Unresolved.SameDomain(_))
      batches.orElse(domains)
        .getOrElse(Unresolved.OtherConflict(conflict.getClass.getSimpleName))
    case other => Unresolved.OtherConflict(other.getClass.getSimpleName)
  }

  private def domainsOf(actions: Seq[Action]): Seq[String] =
    actions.collect { case domain: DomainMetadata => domain.domain }

  /** The store has answered that somebody made the commit, and it was the transaction itself. */
  def isOwn(info: CurrentTransactionInfo, winner: WinningCommitSummary): Boolean =
    winner.commitInfo.flatMap(_.txnId).contains(info.txnId)

  def event(
      table: String,
      path: Path,
      info: CurrentTransactionInfo,
      summary: WinningCommitSummary,
      level: IsolationLevel,
      check: Check
  ): ConflictEvent = {
    val won = winner(summary)
    val explanation = Option(check.outcome).collect { case Outcome.Failed(found) => found }
    val about = check.outcome match {
      case Outcome.Retried => Nil
      case Outcome.Resolved(_, both) => both
      case Outcome.Failed(found) => found.why.files
    }
    ConflictEvent(
      ConflictEvents.nextNumber(),
      Timestamp.from(Instant.now),
      table,
      path.toString,
      info.op.name,
      info.commitInfo.flatMap(_.userName),
      info.commitInfo.flatMap(jobOf),
      info.readSnapshot.version,
      level.toString,
      won.version,
      won.operation,
      won.user,
      won.job,
      won.engine,
      check.found.collect { case conflict: SparkThrowable => conflict.getCondition },
      check.outcome match {
        case Outcome.Retried => "RETRIED"
        case _: Outcome.Resolved => "RESOLVED"
        case _: Outcome.Failed => "FAILED"
      },
      Option(check.outcome).collect { case Outcome.Resolved(how, _) => how.name },
      explanation.map(_.why.reason),
      explanation.map(_.why.because),
      about.take(mostFiles),
      partitions(about.toSet, info, summary).take(mostFiles),
      Nil,
      explanation.map(_.retryable),
      explanation.flatMap(_.advice),
      check.nanoseconds / 1e6
    )
  }

  private val mostFiles = 100

  /** `day=2026-11-01/region=eu`, as the log has the values, by the names that columns have in statements. */
  private def partitions(
      paths: Set[String],
      info: CurrentTransactionInfo,
      summary: WinningCommitSummary
  ): Seq[String] = {
    val columns = info.readSnapshot.metadata.partitionSchema.fields.toSeq
    files(info.actions ++ summary.actions).filter(file => paths(file.path))
      .flatMap(file => Option(file.partitionValues).filter(_.nonEmpty))
      .map { values =>
        columns.map { column =>
          val value = Option(values.getOrElse(DeltaColumnMapping.getPhysicalName(column), null))
          s"${column.name}=${value.getOrElse("null")}"
        }.mkString("/")
      }
      .distinct.sorted
  }

  private def jobOf(info: CommitInfo): Option[String] = info.job.map(job => s"job ${job.jobId}")
    .orElse(info.notebook.map(notebook => s"notebook ${notebook.notebookId}"))
    .orElse(info.clusterId.map(cluster => s"cluster $cluster"))
}
