package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.{AddFile, RemoveFile}

/** A file that stays and gets another deletion vector (PROTOCOL.md, "Add File and Remove File"). */
final case class Marked(before: RemoveFile, after: AddFile)
