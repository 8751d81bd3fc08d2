package org.apache.spark.sql.delta.deltaward

import java.lang.reflect.Method

import scala.util.Try

import io.deltaward.errors.Errors

/**
 * Looks, before anything is linked against them, whether Delta has the members that the commit rules need. They are
 * not part of Delta's public API and change between releases.
 */
object DeltaFit {

  private val Delta = "org.apache.spark.sql.delta"
  private val Transaction = s"$Delta.OptimisticTransactionImpl"

  /**
   * A method by class, name and simple names of its parameter types, and of its result where that has changed between
   * releases.
   */
  final case class Member(
      className: String,
      method: String,
      parameters: Seq[String],
      returns: String = ""
  ) {
    override def toString: String =
      s"${className.stripPrefix(Delta + ".")}.$method(${parameters.mkString(", ")})"
  }

  private val forRules: Seq[Member] = Seq(
    Member(s"$Delta.TransactionExecutionObserver", "startingTransaction", Seq("Function0")),
    Member(s"$Delta.TransactionExecutionObserver", "createChild", Nil),
    Member(s"$Delta.TransactionExecutionObserver", "beginBackfill", Nil),
    Member(s"$Delta.TransactionExecutionObserver", "beginPostCommit", Nil),
    Member(Transaction, "updateMetadataInternal", Seq("Metadata", "boolean")),
    Member(Transaction, "updateMetadataForNewTable", Seq("Metadata")),
    Member(Transaction, "prepareCommit", Seq("Seq", "Operation")),
    Member(Transaction, "updateMetadataAndProtocolWithRequiredFeatures", Seq("Option", "Seq")),
    Member(Transaction, "checkNoColumnDefaults", Seq("Operation")),
    Member(Transaction, "setTrackHighWaterMarks", Seq("Set")),
    Member(Transaction, "filterFiles", Seq("Seq", "boolean")),
    Member(
      s"$Delta.files.TransactionalWrite",
      "writeFiles",
      Seq("Dataset", "Option", "boolean", "Seq")
    ),
    Member(
      s"$Delta.UniversalFormat$$",
      "enforceInvariantsAndDependencies",
      Seq("SparkSession", "Option", "Snapshot", "Protocol", "Metadata", "Option", "Seq")
    ),
    Member(Transaction, "updateMetadataWithInCommitTimestamp", Seq("CommitInfo")),
    Member(
      Transaction,
      "commitLarge",
      Seq("SparkSession", "Iterator", "Option", "Operation", "Map", "Map")
    ),
    Member(
      Transaction,
      "doCommit",
      Seq("long", "CurrentTransactionInfo", "int", "IsolationLevel", "AMTWriterManager")
    ),
    Member(Transaction, "split", Seq("Seq")),
    Member(Transaction, "runPostCommitHooks", Seq("CommittedTransaction")),
    Member(
      Transaction,
      "updateAndCheckpoint",
      Seq("SparkSession", "DeltaLog", "int", "long", "Commit", "String")
    ),
    Member(Transaction, "readFiles", Nil, returns = "Set"),
    Member(Transaction, "readPredicates", Nil, returns = "ConcurrentLinkedQueue"),
    Member(Transaction, "readTxn", Nil, returns = "ArrayBuffer"),
    Member(Transaction, "newMetadata", Nil, returns = "Option"),
    Member(Transaction, "newMetadata_$eq", Seq("Option")),
    Member(Transaction, "newProtocol_$eq", Seq("Option")),
    Member(Transaction, "executionObserver_$eq", Seq("TransactionExecutionObserver")),
    Member(s"$Delta.TransactionExecutionObserver$$", "threadObserver", Nil),
    Member(
      s"$Delta.TransactionExecutionObserver$$",
      "org$apache$spark$sql$delta$ThreadStorageExecutionObserver$_setter_$threadObserver_$eq",
      Seq("ThreadLocal")
    ),
    Member(s"$Delta.CurrentTransactionInfo", "op", Nil, returns = "Operation"),
    Member(s"$Delta.CurrentTransactionInfo", "actions", Nil, returns = "Seq"),
    Member(s"$Delta.CurrentTransactionInfo", "protocol", Nil, returns = "Protocol"),
    Member(s"$Delta.CurrentTransactionInfo", "metadata", Nil, returns = "Metadata"),
    Member(s"$Delta.MetadataCleanup", "findEarliestReliableCheckpoint", Nil, returns = "Option"),
    Member(s"$Delta.CommittedTransaction", "postCommitHooks", Nil, returns = "Seq"),
    Member(s"$Delta.CommittedTransaction", "maintenanceOperation", Nil),
    Member(s"$Delta.MaintenanceOperation", "shouldCheckpoint", Nil),
    Member(
      s"$Delta.commands.CloneTableCommand",
      "tablePropertyOverrides",
      Nil,
      returns = "Map"
    ),
    Member(
      s"$Delta.Checkpoints$$",
      "writeCheckpoint",
      Seq("SparkSession", "DeltaLog", "Snapshot", "Option")
    ),
    Member(
      s"$Delta.Checkpoints",
      "writeLastCheckpointFile",
      Seq("DeltaLog", "LastCheckpointInfo", "boolean")
    )
  )

  private val Checker = s"$Delta.ConflictChecker"

  private val forConflicts: Seq[Member] = Seq(
    Member(s"$Delta.util.TransactionHelper", "getDefaultIsolationLevel", Nil),
    Member(s"$Delta.DeltaConfigsBase", "entries", Nil, returns = "HashMap"),
    Member(
      Transaction,
      "resolveConflicts",
      Seq("CurrentTransactionInfo", "long", "long", "Seq", "IsolationLevel")
    ),
    Member(
      Transaction,
      "resolveAgainstWinningCommit",
      Seq("WinningCommitSummary", "long", "CurrentTransactionInfo"),
      returns = "Option"
    ),
    Member(Checker, "checkConflictsAndValidateActions", Nil),
    Member(Checker, "checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn", Nil),
    Member(Checker, "checkForDeletedFilesAgainstCurrentTxnReadFiles", Nil),
    Member(Checker, "checkForDeletedFilesAgainstCurrentTxnDeletedFiles", Nil),
    Member(Checker, "currentTransactionInfo_$eq", Seq("CurrentTransactionInfo")),
    Member(s"$Delta.CurrentTransactionInfo", "readPredicates", Nil, returns = "Vector"),
    Member(s"$Delta.CurrentTransactionInfo", "readFiles", Nil, returns = "Set"),
    Member(s"$Delta.WinningCommitSummary", "blindAppendAddedFiles", Nil, returns = "Seq"),
    Member(s"$Delta.DeltaTableReadPredicate", "shouldRewriteFilter", Nil),
    Member(
      s"$Delta.DeltaLog",
      "createDataFrame",
      Seq("SnapshotDescriptor", "Seq", "boolean", "Option")
    ),
    Member(s"$Delta.storage.dv.DeletionVectorStore$$", "createInstance", Seq("Configuration")),
    Member(
      s"$Delta.deletionvectors.StoredBitmap$$",
      "create",
      Seq("DeletionVectorDescriptor", "Path")
    )
  )

  val needed: Seq[Member] = forRules ++ forConflicts

  /** The needed members that the Delta seen through `loader` lacks. */
  def missing(loader: ClassLoader): Seq[Member] = needed.filterNot { member =>
    methods(member.className, loader).exists { m =>
      m.getName == member.method &&
      m.getParameterTypes.map(_.getSimpleName).toSeq == member.parameters &&
      (member.returns.isEmpty || m.getReturnType.getSimpleName == member.returns)
    }
  }

  /** None where the class is absent, or names others that are absent. */
  private def methods(className: String, loader: ClassLoader): Seq[Method] =
    try Class.forName(className, false, loader).getDeclaredMethods.toSeq
    catch { case _: ClassNotFoundException | _: LinkageError => Nil }

  /** The version that the Delta seen through `loader` says it has. */
  def version(loader: ClassLoader): String = Try {
    val holder = Class.forName("io.delta.package$", true, loader)
    holder.getMethod("VERSION").invoke(holder.getField("MODULE$").get(null)).toString
  }.getOrElse("of an unknown version")

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNSUPPORTED_DELTA`, naming what is missing */
  def require(): Unit = requireIn(getClass.getClassLoader)

  def requireIn(loader: ClassLoader): Unit = {
    val absent = missing(loader)
    if (absent.nonEmpty)
      throw Errors.unsupportedDelta(
        version(loader),
        BuildVersions.deltaVersion,
        absent.map(_.toString)
      )
  }
}
