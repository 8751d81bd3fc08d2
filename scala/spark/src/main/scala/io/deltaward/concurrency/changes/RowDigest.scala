package io.deltaward.concurrency.changes

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.security.MessageDigest

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.types.DataType

/** How rows are told apart. Used in tasks. */
trait RowDigest extends Serializable {
  def of(types: Seq[DataType]): UnsafeRow => RowImage
}

object RowDigest {

  /** Bit by bit: rows that only compare as equal (`0.0` and `-0.0`, one text in two collations) are different rows. */
  object Exact extends RowDigest {
    override def of(types: Seq[DataType]): UnsafeRow => RowImage = {
      val sha = MessageDigest.getInstance("SHA-256")
      row => RowImage(new String(sha.digest(row.getBytes), ISO_8859_1))
    }
  }
}
