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

/** A row as it is stored: one object for all places where its values are. */
final class MemoryRow private (val record: Record) {

  val values: UnsafeRow = MemoryRow.stored(record)

  /** Of this row alone. */
  val number: Int = MemoryRow.numbers.getAndIncrement()

  lazy val image: RowImage = RowDigest.Exact.of(RecordTable.types)(values)
}

object MemoryRow {

  private val known = new ConcurrentHashMap[Record, MemoryRow]

  private val numbers = new AtomicInteger

  def of(record: Record): MemoryRow = known.computeIfAbsent(record, new MemoryRow(_))

  private def stored(record: Record): UnsafeRow = {
    val columns = RecordTable.types.zipWithIndex.map { case (dataType, i) =>
      BoundReference(i, dataType, nullable = true)
    }
    InterpretedUnsafeProjection.createProjection(columns)(RecordTable.values(record)).copy()
  }
}
