package io.deltaward.serializability.proof

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.sql.catalyst.expressions.{
  BoundReference,
  InterpretedUnsafeProjection,
  UnsafeRow
}

import io.deltaward.concurrency.changes.{RowDigest, RowImage}
import io.deltaward.serializability.model.Record

/** A stored row. Equal rows are one object. */
final class MemoryRow private (val record: Record) {

  val values: UnsafeRow = MemoryRow.stored(record)

  /** Identifies this row. */
  val number: Int = MemoryRow.numbers.getAndIncrement()

  lazy val image: RowImage = RowDigest.Exact.digester(RecordTable.types)(values)
}

object MemoryRow {

  private val known = new ConcurrentHashMap[Record, MemoryRow]

  private val numbers = new AtomicInteger

  def fromRecord(record: Record): MemoryRow = known.computeIfAbsent(record, new MemoryRow(_))

  private def stored(record: Record): UnsafeRow = {
    val columns = RecordTable.types.zipWithIndex.map { case (dataType, i) =>
      BoundReference(i, dataType, nullable = true)
    }
    InterpretedUnsafeProjection.createProjection(columns)(RecordTable.values(record)).copy()
  }
}
