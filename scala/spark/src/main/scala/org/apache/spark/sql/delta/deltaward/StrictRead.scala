package org.apache.spark.sql.delta.deltaward

/** Options of a read that fails on a file which is missing or corrupt. A session can have settings that pass over it. */
object StrictRead {
  val options: Map[String, String] =
    Map("ignoreMissingFiles" -> "false", "ignoreCorruptFiles" -> "false")
}
