package io.deltaward.concurrency.blocks

import scala.collection.mutable

import com.google.common.cache.CacheBuilder

import io.deltaward.errors.Errors

/**
 * What the runs of blocks have committed. A run commits nothing where an earlier one has: that would be done twice. It may
 * where the earlier commit has an idempotency key (`txnAppId`, `txnVersion`) for which this run has asked, since Delta
 * passes by the statement then.
 */
object RepeatedBlocks {

  final private case class Application(tablePath: String, name: String)

  private type Versions = Map[Application, Long]

  final private class Run {
    var hasConflict = false

    /** Attempts of which it is not known yet whether they are commits, by their transactions. */
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

    /** A thread can keep the tag of a block that is over. */
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

  /** Of a block that has been forgotten no later run commits. */
  private val blocks =
    CacheBuilder.newBuilder.maximumSize(most).build[String, Block]().asMap

  /** Threads that have the tag of an earlier run commit nothing from now on. */
  def begin(run: BlockRun): Unit = {
    val block = blockOf(run)
    block.synchronized(block.run(run.number)): Unit
  }

  def end(run: BlockRun): Unit = {
    val block = blockOf(run)
    block.synchronized { block.isOver = true }
  }

  /** What commits without a transaction of ours counts as a commit from when it is seen. */
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
   * A transaction within blocks, most often in none.
   *
   * @param id    of the transaction
   * @param table for messages
   */
  final class Transaction(runs: Set[BlockRun], id: String, tablePath: String, table: => String) {

    /** The statement has asked how far an application has come. */
    def asked(application: String, version: Long): Unit =
      inEach(runs)((_, run) => run.askedFor += Application(tablePath, application) -> version)

    /**
     * Before each attempt.
     *
     * @param versions that it writes, of applications
     * @throws io.deltaward.errors.CommitRefusedException `DELTAWARD_BLOCK_NOT_REPEATABLE`
     */
    def attempting(versions: => Map[String, Long]): Unit = inEach(runs) { (refusal, run) =>
      refusal.foreach(why => throw Errors.blockNotRepeatable(why, table))
      run.open += id -> versions.map { case (application, version) =>
        Application(tablePath, application) -> version
      }
    }

    /** No attempt is a commit. */
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
