package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

/**
 * What the actions of one commit do to files, by path.
 *
 * @param marked  files that stay, with more rows marked as deleted
 * @param removed files that go
 * @param added   files that come
 */
final case class FileChanges(
    marked: Map[String, Marked],
    removed: Map[String, RemoveFile],
    added: Map[String, AddFile]
) {

  /** The paths of files of which rows go. */
  def touched: Set[String] = marked.keySet ++ removed.keySet

  def paths: Set[String] = touched ++ added.keySet
}

object FileChanges {

  def of(actions: Seq[Action]): FileChanges = {
    val removes = actions.collect { case remove: RemoveFile => remove.path -> remove }.toMap
    val adds = actions.collect { case add: AddFile => add.path -> add }.toMap
    val both = removes.keySet.intersect(adds.keySet)
    FileChanges(
      marked = both.map(path => path -> Marked(removes(path), adds(path))).toMap,
      removed = removes -- both,
      added = adds -- both
    )
  }
}
