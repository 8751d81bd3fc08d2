package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor
import org.apache.spark.sql.delta.deletionvectors.StoredBitmap
import org.apache.spark.sql.delta.storage.dv.DeletionVectorStore

/** Reads a deletion vector with Delta's own reader, which also checks its size and checksum. */
object StoredDeletionVector {

  /** @return the indices of the deleted rows, ascending */
  def read(
      table: Path,
      storageType: String,
      pathOrInline: String,
      offset: Option[Int],
      sizeInBytes: Int,
      cardinality: Long
  ): Seq[Long] = {
    val descriptor =
      DeletionVectorDescriptor(storageType, pathOrInline, offset, sizeInBytes, cardinality)
    val store = DeletionVectorStore.createInstance(new Configuration())
    StoredBitmap.create(descriptor, table).load(store).values.toSeq
  }
}
