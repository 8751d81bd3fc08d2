package io.deltaward.concurrency.blocks

import scala.collection.mutable

import com.google.common.cache.CacheBuilder

import io.deltaward.errors.Errors

/**
 * Records what each run of a block commits, so that no later run commits it again. A run may commit if no earlier run has.
 * It may also commit if it has asked for the idempotency key (`txnAppId`, `txnVersion`) of each earlier commit. Delta then
 * skips the statement.
 */
object RepeatedBlocks {

  final private case class Application(tablePath: String, name: String)

  private type Versions = Map[Application, Long]

  final private class Run {
    var hasConflict = false

    /**
     * The application versions that open attempts write, by transaction id. Whether these attempts are commits is not known
     * yet.
     */
    var open = Map.empty[String, Versions]
    var hasPlainCommit = false
    var committed: Versions = Map.empty
    var askedFor: Versions = Map.empty

    def isPassedBy(later: Run): Boolean =
      !hasPlainCommit && open.values.forall(_.nonEmpty) &&
        (committed.toSeq ++ open.values.flatten).forall { case (application, version) =>
          later.askedFor.get(application).exists(_ >= version)
        }
  }

  final private class Block {
    private val runs = mutable.SortedMap.empty[Int, Run]

    /** True once the block has ended. A thread can still carry its tag then. */
    var isOver = false

    def run(number: Int): Run = runs.getOrElseUpdate(number, new Run)

    def refusal(number: Int): Option[String] =
      if (isOver) None
      else if (number > 1 && !runs.get(number - 1).exists(_.hasConflict)) Some("CONFLICT_NOT_SEEN")
      else if (runs.rangeUntil(number).values.exists(!_.isPassedBy(run(number))))
        Some("HAS_COMMITTED")
      else if (runs.lastKey > number) Some("GIVEN_UP")
      else None
  }

  private val most = 100000L

  /** The newest blocks. A later run of a block that has been dropped commits nothing. */
  private val blocks =
    CacheBuilder.newBuilder.maximumSize(most).build[String, Block]().asMap

  /** Registers a run. From now on, threads that carry the tag of an earlier run commit nothing. */
  def begin(run: BlockRun): Unit = {
    val block = blockOf(run)
    block.synchronized(block.run(run.number)): Unit
  }

  def end(run: BlockRun): Unit = {
    val block = blockOf(run)
    block.synchronized { block.isOver = true }
  }

  /** Records a commit that no transaction of deltaward makes. It counts as a commit as soon as it is seen. */
  def sawOther(table: => String): Unit = inEach(BlockRun.current) { (refusal, run) =>
    refusal.foreach(why => throw Errors.blockNotRepeatable(why, table))
    run.hasPlainCommit = true
  }

  private def blockOf(run: BlockRun): Block = blocks.computeIfAbsent(run.block, _ => new Block)

  private def inEach(runs: Set[BlockRun])(body: (Option[String], Run) => Unit): Unit =
    runs.foreach { found =>
      val block = blockOf(found)
      block.synchronized {
        val run = block.run(found.number)
        body(block.refusal(found.number), run)
      }
    }

  /**
   * A transaction that runs within blocks. Most transactions run within none.
   *
   * @param id    the transaction's id
   * @param table the table's name, for messages
   */
  final class Transaction(runs: Set[BlockRun], id: String, tablePath: String, table: => String) {

    /** Records that the statement has asked for the last version of an application. */
    def asked(application: String, version: Long): Unit =
      inEach(runs)((_, run) => run.askedFor += Application(tablePath, application) -> version)

    /**
     * Checks before each attempt that this run may commit.
     *
     * @param versions the version that the attempt writes for each application
     * @throws io.deltaward.errors.CommitRefusedException `DELTAWARD_BLOCK_NOT_REPEATABLE`
     */
    def attempting(versions: => Map[String, Long]): Unit = inEach(runs) { (refusal, run) =>
      refusal.foreach(why => throw Errors.blockNotRepeatable(why, table))
      run.open += id -> versions.map { case (application, version) =>
        Application(tablePath, application) -> version
      }
    }

    /** Records that the transaction has lost: none of its attempts is a commit. */
    def lost(): Unit = inEach(runs) { (_, run) =>
      run.open -= id
      run.hasConflict = true
    }

    def committed(): Unit = inEach(runs) { (_, run) =>
      run.open.get(id).foreach { versions =>
        run.open -= id
        if (versions.isEmpty) run.hasPlainCommit = true
        run.committed ++= versions
      }
    }
  }
}
