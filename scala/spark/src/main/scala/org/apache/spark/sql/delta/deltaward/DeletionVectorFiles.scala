package org.apache.spark.sql.delta.deltaward

import java.util.UUID

import scala.collection.mutable

import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.actions.{Action, AddFile, DeletionVectorDescriptor, Metadata}
import org.apache.spark.sql.delta.deletionvectors.{
  RoaringBitmapArray,
  RoaringBitmapArrayFormat,
  StoredBitmap
}
import org.apache.spark.sql.delta.storage.dv.DeletionVectorStore
import org.apache.spark.sql.delta.util.{Utils => DeltaUtils}

/**
 * Reads and writes deletion vectors of one table (PROTOCOL.md, "Deletion Vectors"). Until a commit is attempted, a new
 * vector stays inline in its action. So one file is written, no matter how many winning commits there are.
 */
final class DeletionVectorFiles(log: DeltaLog) {

  private lazy val store = DeletionVectorStore.createInstance(log.newDeltaHadoopConf())
  private val loaded = mutable.Map.empty[String, RoaringBitmapArray]

  def load(descriptor: DeletionVectorDescriptor): RoaringBitmapArray =
    if (descriptor == null) new RoaringBitmapArray
    else
      loaded
        .getOrElseUpdate(
          descriptor.uniqueId,
          StoredBitmap.create(descriptor, log.dataPath).load(store)
        )
        .copy()

  def inline(positions: RoaringBitmapArray): DeletionVectorDescriptor = {
    val descriptor = DeletionVectorDescriptor.inlineInLog(bytes(positions), positions.cardinality)
    loaded.put(descriptor.uniqueId, positions.copy()): Unit
    descriptor
  }

  /** Returns the same actions, after writing their inline deletion vectors to a file of the table. */
  def stored(actions: Seq[Action], metadata: Metadata): Seq[Action] =
    if (!actions.exists(isInline)) actions
    else {
      val prefix = DeltaUtils.getRandomPrefix(DeltaUtils.getRandomPrefixLength(metadata))
      val id = UUID.randomUUID()
      val writer = store.createWriter(
        store.generateFileNameInTable(store.pathWithFileSystem(log.dataPath), id, prefix)
      )
      // A failure to close is a failure to write.
      try
        actions.map {
          case file: AddFile if isInline(file) =>
            val positions = load(file.deletionVector)
            val range = writer.write(bytes(positions))
            file.copy(deletionVector =
              DeletionVectorDescriptor.onDiskWithRelativePath(
                id,
                prefix,
                range.length,
                positions.cardinality,
                Some(range.offset)
              )
            )
          case other => other
        }
      finally writer.close()
    }

  private def isInline(action: Action): Boolean = action match {
    case file: AddFile => file.deletionVector != null && file.deletionVector.isInline
    case _ => false
  }

  private def bytes(positions: RoaringBitmapArray): Array[Byte] =
    positions.serializeAsByteArray(RoaringBitmapArrayFormat.Portable)
}
