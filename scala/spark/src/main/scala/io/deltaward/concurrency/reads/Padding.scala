package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.types.Metadata

/**
 * Detects `CHAR` columns, whose values Spark pads with blanks when it reads them. Some writers store the blanks, and others
 * do not.
 */
object Padding {

  private val Char = raw"\bchar\(".r

  /**
   * Checks for a `CHAR`.
   *
   * @param metadata a column's metadata; the `CHAR` can also be the type of a nested field
   */
  def isIn(metadata: Metadata): Boolean =
    CharVarcharUtils.getRawTypeString(metadata).exists(Char.findFirstIn(_).isDefined)
}
