package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

/** Deletion vectors of files of at most 62 rows. The descriptor itself holds the positions, as the bits of a number. */
object Positions {

  /** Returns no positions for null. */
  def pack(vector: DeletionVectorDescriptor): Long =
    if (vector == null) 0L else java.lang.Long.parseLong(vector.pathOrInlineDv, 16)

  def vector(positions: Long): DeletionVectorDescriptor = DeletionVectorDescriptor(
    storageType = DeletionVectorDescriptor.INLINE_DV_MARKER,
    pathOrInlineDv = positions.toHexString,
    sizeInBytes = 8,
    cardinality = java.lang.Long.bitCount(positions).toLong
  )

  def bitmap(positions: Long): RoaringBitmapArray = {
    val all = new RoaringBitmapArray
    unpack(positions).foreach(i => all.add(i.toLong))
    all
  }

  def pack(bitmap: RoaringBitmapArray): Long = pack(bitmap.toArray.toSeq.map(_.toInt))

  def pack(positions: Seq[Int]): Long = positions.foldLeft(0L)((all, i) => all | 1L << i)

  def unpack(positions: Long): Seq[Int] = (0 until 62).filter(has(positions, _))

  def has(positions: Long, index: Int): Boolean = (positions >> index & 1L) == 1L
}
