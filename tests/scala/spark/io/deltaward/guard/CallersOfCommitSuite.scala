package io.deltaward.guard

import java.util.jar.JarFile

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.delta.OptimisticTransaction
import org.apache.xbean.asm9.{ClassReader, ClassVisitor, MethodVisitor, Opcodes}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.RunningDelta

/**
 * Lists every place in Delta's class files that starts a transaction, writes to a log, or cleans one up, and what
 * becomes of it. Fails on a Delta with one more place, before a commit of it goes unseen.
 */
class CallersOfCommitSuite extends AnyFunSuite {

  sealed private trait Fate

  /** Goes through the guarded transaction, or through one that it makes. */
  private case object Judged extends Fate

  /** Derives from what was judged before: a file of the log in another place, or a checkpoint. */
  private case object Derived extends Fate

  /** Writes a file that is not part of a log. */
  private case object NoLog extends Fate

  /** Refused on a locked cluster, a warning on any other (UnseenCommitsSuite). */
  private case object NotJudged extends Fate

  /** Left to Delta, as docs/commit-rules.md says under "What is not covered". */
  private case object NotCovered extends Fate

  private val Delta = "org/apache/spark/sql/delta"

  /** Returns class and method of each caller, without what Scala adds to the names of closures. */
  private def callers(isCalled: (String, String) => Boolean): Set[String] = {
    val found = mutable.Set.empty[String]
    val jar = classOf[OptimisticTransaction].getProtectionDomain.getCodeSource.getLocation
    Using.resource(new JarFile(jar.getPath)) { file =>
      file.entries.asScala.filter(_.getName.endsWith(".class")).foreach { entry =>
        val reader = new ClassReader(file.getInputStream(entry))
        val visitor = new ClassVisitor(Opcodes.ASM9) {
          override def visitMethod(
              access: Int,
              method: String,
              descriptor: String,
              signature: String,
              exceptions: Array[String]
          ): MethodVisitor = new MethodVisitor(Opcodes.ASM9) {
            override def visitMethodInsn(
                opcode: Int,
                owner: String,
                name: String,
                descriptor: String,
                isInterface: Boolean
            ): Unit =
              if (isCalled(owner, name)) found += shown(reader.getClassName, method)
          }
        }
        reader.accept(visitor, ClassReader.SKIP_DEBUG)
      }
    }
    found.toSet
  }

  private val Closure = raw"\$$anonfun\$$(\w+)\$$\d+".r

  private def shown(className: String, method: String): String = {
    val name = method match {
      case Closure(of) => of
      case other => other.split("\\$\\$").last.replaceAll("\\$\\d*$", "")
    }
    s"${className.stripPrefix(s"$Delta/").stripSuffix("$")}.$name"
  }

  private def isLogStore(owner: String): Boolean =
    Set(s"$Delta/storage/LogStore", "io/delta/storage/LogStore")(owner)

  /** @param first the first version of Delta that has the place */
  private def since(first: String)(place: (String, Fate)): Set[String] =
    if (RunningDelta.isAtLeast(first)) Set(place._1) else Set.empty

  test("transactions are started where the guard stands") {
    assert(callers((owner, name) => owner == s"$Delta/OptimisticTransaction" && name == "<init>") ==
      Map[String, Fate](
        "DeltaLog.startTransaction" -> Judged,
        "OptimisticTransaction.<init>" -> Judged
      ).keySet ++ since("3.3")("OptimisticTransactionImpl.split" -> Judged) ++
      since("4.4")("v2/interop/DeltaV2OptimisticTransaction.<init>" -> NotJudged))
  }

  test("commits are written by transactions, and by Delta's Kernel") {
    def commits(owner: String, name: String) = name == "commit" &&
      (owner == "io/delta/kernel/Transaction" ||
        owner.endsWith("/TableCommitCoordinatorClient") ||
        owner.endsWith("/TableCommitOwnerClient"))
    assert(callers(commits) == Map[String, Fate](
      "OptimisticTransactionImpl.commitLarge" -> Judged,
      "OptimisticTransactionImpl.writeCommitFileImpl" -> Judged
    ).keySet ++
      since("4.3")("io/delta/spark/internal/v2/write/DeltaV2BatchWrite.commit" -> NotJudged) ++
      since("4.4")("io/delta/spark/internal/v2/write/DeltaV2StreamingWrite.commit" -> NotJudged))
  }

  test("files of a log are written by commits, and of what was judged") {
    val written = callers((owner, name) => isLogStore(owner) && name == "write")
      .filterNot(_.startsWith("storage/"))
    // Delta 3.2 has another name for coordinated commits.
    val managed = Map[String, Fate](
      "OptimisticTransactionImpl$FileSystemBasedCommitOwnerClient.doCommit" -> Judged,
      "managedcommit/AbstractBatchBackfillingCommitOwnerClient.writeCommitFile" -> Judged,
      "managedcommit/AbstractBatchBackfillingCommitOwnerClient.backfill" -> Derived
    )
    val coordinated = Map[String, Fate](
      "OptimisticTransactionImpl$FileSystemBasedCommitCoordinatorClient.doCommit" -> Judged,
      "coordinatedcommits/AbstractBatchBackfillingCommitCoordinatorClient.backfill" -> Derived,
      "coordinatedcommits/CoordinatedCommitsUtils.backfillWhenCoordinatedCommitsDisabled" ->
        Derived,
      "io/delta/dynamodbcommitcoordinator/DynamoDBCommitCoordinatorClient.writeActionsToBackfilledFile" ->
        Derived,
      "commands/LastVacuumInfo.persistLastVacuumInfo" -> NoLog
    )
    val ofAll = Map[String, Fate](
      "Checkpoints.writeTopLevelV2Checkpoint" -> Derived,
      "Checkpoints.writeLastCheckpointFile" -> Derived,
      "hooks/GenerateSymlinkManifestImpl.writeSingleManifestFile" -> NoLog
    )
    val others = if (RunningDelta.isAtLeast("3.3")) coordinated else managed
    assert(written == (ofAll ++ others).keySet)
  }

  test("logs are cleaned up after checkpoints, and by DROP FEATURE") {
    val cleaning = Set("doLogCleanup", "cleanUpExpiredLogs", "checkpointAndCleanUpDeltaLog")
    val checkpointing =
      Set(s"$Delta/DeltaLog", s"$Delta/Checkpoints", s"$Delta/catalog/DeltaTableV2")
    val found = callers((owner, name) =>
      owner.startsWith(Delta) && cleaning(name) || checkpointing(owner) && name == "checkpoint"
    )
    val drops = Map[String, Fate](
      "actions/DropTableFeatureUtils.createEmptyCommitAndCheckpoint" -> NotCovered,
      "actions/DropTableFeatureUtils.checkpointAndVerify" -> NotCovered,
      "CheckpointProtectionPreDowngradeCommand.removeFeatureTracesIfNeeded" -> NotCovered,
      "commands/AlterTableDropFeatureDeltaCommand.executeDropFeatureWithHistoryTruncation" ->
        NotCovered
    )
    val plainDrops = Map[String, Fate](
      "commands/AlterTableDropFeatureDeltaCommand.createEmptyCommitAndCheckpoint" -> NotCovered,
      "commands/AlterTableDropFeatureDeltaCommand.run" -> NotCovered
    )
    val dropping = if (RunningDelta.isAtLeast("3.3")) drops else plainDrops
    assert(found ==
      (dropping ++ Map[String, Fate](
        "hooks/CheckpointHook.run" -> Judged,
        "OptimisticTransactionImpl.updateAndCheckpoint" -> Judged,
        // Only user code calls these, as DeltaLog.checkpoint().
        "Checkpoints.checkpoint" -> NotCovered,
        "Checkpoints.checkpointAndCleanUpDeltaLog" -> NotCovered,
        "MetadataCleanup.doLogCleanup" -> NotCovered,
        "MetadataCleanup.cleanUpExpiredLogs" -> NotCovered
      )).keySet ++ since("4.1")("catalog/DeltaTableV2.checkpoint" -> NotCovered))
  }
}
