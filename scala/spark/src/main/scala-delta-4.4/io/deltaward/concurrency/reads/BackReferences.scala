package io.deltaward.concurrency.reads

import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

/** Checks whether an action refers to a manifest, as in tables with adaptive metadata. */
object BackReferences {

  def isIn(action: Action): Boolean = action match {
    case add: AddFile => add.backReference.isDefined
    case remove: RemoveFile => remove.backReference.isDefined
    case _ => false
  }
}
