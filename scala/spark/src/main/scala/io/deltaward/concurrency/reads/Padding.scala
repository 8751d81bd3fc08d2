package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.types.Metadata

/** Blanks that fill up a `CHAR` when it is read: some writers store them, and others do not. */
object Padding {

  private val Char = raw"\bchar\(".r

  /** @param metadata of a column, which may have it in a field, too */
  def isIn(metadata: Metadata): Boolean =
    CharVarcharUtils.getRawTypeString(metadata).exists(Char.findFirstIn(_).isDefined)
}
