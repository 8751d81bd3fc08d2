package io.deltaward.concurrency.reads

import org.apache.spark.sql.delta.actions.{Action, AddFile, RemoveFile}

/** Finds actions of tables with adaptive metadata, which refer to manifests instead of to rows of files. */
object BackReferences {

  def isIn(action: Action): Boolean = action match {
    case add: AddFile => add.backReference.isDefined
    case remove: RemoveFile => remove.backReference.isDefined
    case _ => false
  }
}
