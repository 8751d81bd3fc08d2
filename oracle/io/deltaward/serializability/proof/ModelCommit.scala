package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.{Action, AddFile, Metadata}

import io.deltaward.concurrency.changes.Winning
import io.deltaward.concurrency.resolve.PlacedCommit

/**
 * A commit.
 *
 * @param read    version that it has read
 * @param written rows of its new file, by path
 */
final case class ModelCommit(
    statement: Statement,
    read: Int,
    version: Int,
    actions: Seq[Action],
    written: Map[String, IndexedSeq[MemoryRow]]
) {

  lazy val winning: Winning = Winning(actions, Some(statement.operation))

  lazy val metadata: Option[Metadata] = actions.collectFirst { case changed: Metadata => changed }

  lazy val addedFiles: Seq[AddFile] = actions.collect { case file: AddFile => file }

  /** True if Delta calls the commit a blind append: it has read nothing, and only adds files. */
  lazy val isBlindAppend: Boolean = statement.reads.isEmpty && winning.changes.touched.isEmpty

  lazy val placed: PlacedCommit = PlacedCommit(
    version.toLong,
    Some(read.toLong),
    if (isBlindAppend) addedFiles else Nil,
    winning.changesRows
  )
}
