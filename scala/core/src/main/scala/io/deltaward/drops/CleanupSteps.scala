package io.deltaward.drops

/** Describes the steps by which Delta removes the traces of a feature from the newest version of a table. */
object CleanupSteps {

  def unset(property: String): DropStep = disable(s"Unset $property.")

  def set(properties: (String, String)*): DropStep =
    disable(properties.map { case (key, value) => s"$key to $value" }.mkString(
      "Set ",
      " and ",
      "."
    ))

  def rewriteDeletionVectors(files: Long, bytes: Long): DropStep =
    rewrite("Rewrite the files that have deletion vectors.", files, bytes)

  def rewriteNarrowTypes(files: Long, bytes: Long): DropStep =
    rewrite("Rewrite the files that have a narrower type.", files, bytes)

  /** Returns the step for column mapping. Directories of partitions keep the names that it gave them (rule D7). */
  def rewriteMappedColumns(files: Long, bytes: Long, partitioned: Boolean): DropStep = {
    val prefixes =
      if (partitioned) " The directories of partitions keep their random names." else ""
    rewrite(
      "Rewrite every file with the logical column names, and unset delta.columnMapping.mode." +
        s"$prefixes A stream that reads the table then needs a new checkpoint.",
      files,
      bytes
    )
  }

  def removeTypeChanges: DropStep = clean("Remove the type changes from the schema.", Some(1))

  def removeRowIds(commits: Int): DropStep =
    clean(
      "Remove the row ids from the file entries of the log. No data file is rewritten.",
      Some(commits)
    )

  /** Returns the step for deletion vectors. It protects their files from clients that do not know them. */
  def keepMarkedFiles: DropStep = clean(
    "Protect the deletion vector files from clients that do not know them.",
    Some(1)
  )

  /** Returns the step for any other feature. */
  def removeTraces(feature: String): DropStep = clean(s"Remove the traces of $feature.", None)

  private def disable(description: String): DropStep =
    DropStep(DropAction.Disable, description, commits = Some(1))

  private def rewrite(description: String, files: Long, bytes: Long): DropStep =
    DropStep(DropAction.Rewrite, description, commits = Some(1), files = files, bytes = bytes)

  private def clean(description: String, commits: Option[Int]): DropStep =
    DropStep(DropAction.Clean, description, commits = commits)
}
