package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

/**
 * The changes that the actions of one commit make to files, by path.
 *
 * @param marked  files that stay, with another deletion vector
 * @param removed files that the commit removes
 * @param added   files that the commit adds
 */
final case class FileChanges(
    marked: Map[String, Marked],
    removed: Map[String, RemoveFile],
    added: Map[String, AddFile]
) {

  /** Returns the paths of files that lose rows. */
  def touched: Set[String] = marked.keySet ++ removed.keySet

  def paths: Set[String] = touched ++ added.keySet
}

object FileChanges {

  def fromActions(actions: Seq[Action]): FileChanges = {
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
