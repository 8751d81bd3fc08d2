package io.deltaward.concurrency.changes

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.security.MessageDigest

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.DataType

/** Tells rows apart by a digest. Runs in tasks. */
trait RowDigest extends Serializable {
  def digester(types: Seq[DataType]): UnsafeRow => RowImage
}

object RowDigest {

  /**
   * Compares rows bit by bit. Rows that only compare as equal (`0.0` and `-0.0`, one text in two collations) are different.
   */
  object Exact extends RowDigest {
    override def digester(types: Seq[DataType]): UnsafeRow => RowImage = {
      val sha = MessageDigest.getInstance("SHA-256")
      row => RowImage(new String(sha.digest(row.getBytes), ISO_8859_1))
    }
  }
}
