package io.deltaward.bench.jvms

/** Tells the part of an update that a thread is in, from its stack. The first part that matches counts. */
object Part {

  private val Ours = "deltaward: checks of conflicts"

  private val parts: Seq[(String, StackTraceElement => Boolean)] = Seq(
    "waiting for the commit lock" -> in("ReentrantLock", "lock"),
    "writing the commit" -> in("LocalLogStore", "write"),
    Ours -> in("RowLevelConcurrency", "resolved"),
    Ours -> in("RowLevelConcurrency", "overlooked"),
    Ours -> in("ConflictReporter", "record"),
    Ours -> in("ConflictReporter", "log"),
    Ours -> in("DeletionVectorFiles", "stored"),
    "deltaward: rules" -> in("CommitGuard", ""),
    "deltaward: rules" -> in("TransactionView", ""),
    "deltaward: reading the plan" -> in("StatementReads", ""),
    "deltaward: other" -> in("RowLevelConcurrency", "missed"),
    "Delta: checks of conflicts" -> in("OptimisticTransaction", "resolveConflicts"),
    "Delta: checks of conflicts" -> in("OptimisticTransaction", "checkForConflicts"),
    "Delta: checkpoint" -> in("Checkpoints", "checkpoint"),
    "Delta: checksum" -> in("Checksum", ""),
    "Delta: reading the state" -> in("SnapshotManagement", ""),
    "Delta: commit, other" -> in("OptimisticTransaction", "commit"),
    "Spark: reading and writing rows" -> in("UpdateCommand", ""),
    "Spark: parsing and analysis" -> in("QueryExecution", ""),
    "Spark: parsing and analysis" -> in("SparkSession", "sql")
  )

  def classify(stack: Seq[StackTraceElement]): String = parts
    .collectFirst { case (name, is) if stack.exists(is) => name }
    .getOrElse("other")

  private def in(className: String, method: String)(frame: StackTraceElement): Boolean =
    frame.getClassName.contains(className) && frame.getMethodName.contains(method)
}
