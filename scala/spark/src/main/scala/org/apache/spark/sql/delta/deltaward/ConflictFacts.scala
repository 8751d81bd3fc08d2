package org.apache.spark.sql.delta.deltaward

import java.sql.Timestamp
import java.time.Instant

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.expressions.{And, Expression}
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions._

import io.deltaward.concurrency.reads.PredicateText
import io.deltaward.concurrency.report.{ConflictEvent, ConflictEvents}
import io.deltaward.conflicts.{ConflictExplanation, Resolution, Unresolved, Winner}
import io.deltaward.errors.ErrorCondition

/** Describes a conflict of Delta in plain values. */
object ConflictFacts {

  /** The outcome of a check. */
  sealed trait Outcome
  object Outcome {
    case object Retried extends Outcome
    final case class Resolved(how: Resolution, files: Seq[String]) extends Outcome
    final case class Failed(explanation: ConflictExplanation) extends Outcome
  }

  /**
   * @param found       the conflict that Delta found
   * @param nanoseconds duration of the check
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

  /** Returns what the transaction read, each as a conjunction; an empty one stands for all rows. */
  def predicates(info: CurrentTransactionInfo): Seq[Seq[Expression]] =
    info.readPredicates.map(read => read.partitionPredicates ++ read.dataPredicates)

  /** Returns the reason of a conflict that is not about files. */
  def reason(conflict: Throwable, encounter: Encounter): Unresolved = conflict match {
    case _: MetadataChangedException => Unresolved.MetadataChanged
    case _: ProtocolChangedException => Unresolved.ProtocolChanged
    case _: ConcurrentTransactionException =>
      val Encounter(info, _, winner, _) = encounter
      val own = ApplicationVersions.findIn(info.actions)
      val batches = ApplicationVersions.findIn(winner.actions).collectFirst {
        case (application, won) if own.get(application).contains(won) => Unresolved.SameBatch
        case (application, won) if own.contains(application) =>
          Unresolved.OtherBatch(application, own(application), won)
      }
      // Delta raises the same exception for a domain of metadata.
      def domains = domainsOf(info.actions).intersect(domainsOf(winner.actions)).headOption
        .map(Unresolved.SameDomain(_))
      batches.orElse(domains)
        .getOrElse(Unresolved.OtherConflict(conflict.getClass.getSimpleName))
    case other => Unresolved.OtherConflict(other.getClass.getSimpleName)
  }

  private def domainsOf(actions: Seq[Action]): Seq[String] =
    actions.collect { case domain: DomainMetadata => domain.domain }

  /** Checks whether the winning commit is the transaction's own: the store wrote it, and then reported a failure. */
  def isOwn(encounter: Encounter): Boolean =
    encounter.winner.commitInfo.flatMap(_.txnId).contains(encounter.info.txnId)

  /** @param table its name */
  def event(table: String, encounter: Encounter, check: Check): ConflictEvent = {
    val Encounter(info, operation, summary, level) = encounter
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
      info.readSnapshot.deltaLog.dataPath.toString,
      operation.name,
      info.commitInfo.flatMap(_.userName),
      info.commitInfo.flatMap(jobOf),
      info.readSnapshot.version,
      level.toString,
      won.version,
      won.operation,
      won.user,
      won.job,
      won.engine,
      check.found.collect { case conflict: SparkThrowable => ErrorCondition.of(conflict) },
      check.outcome match {
        case Outcome.Retried => "RETRIED"
        case _: Outcome.Resolved => "RESOLVED"
        case _: Outcome.Failed => "FAILED"
      },
      Option(check.outcome).collect { case Outcome.Resolved(how, _) => how.name },
      explanation.map(_.why.reason),
      explanation.map(_.why.because),
      about.take(mostFiles),
      partitions(about.toSet, encounter).take(mostFiles),
      predicates(info).flatMap(_.reduceOption(And(_, _))).map(PredicateText.format),
      explanation.map(_.retryable),
      explanation.flatMap(_.advice),
      check.nanoseconds / 1e6
    )
  }

  private val mostFiles = 100

  /** Returns partitions such as `day=2026-11-01/region=eu`: values as in the log, and columns by their logical names. */
  private def partitions(paths: Set[String], encounter: Encounter): Seq[String] = {
    val columns = encounter.info.readSnapshot.metadata.partitionSchema.fields.toSeq
    files(encounter.info.actions ++ encounter.winner.actions).filter(file => paths(file.path))
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
