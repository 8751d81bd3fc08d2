package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.serializability.model.Record

/** Creates data files with statistics, as Delta writes them. */
object NewFile {

  def add(path: String, rows: Seq[MemoryRow], dataChange: Boolean): AddFile = AddFile(
    path = path,
    partitionValues = Map.empty,
    size = 1000L,
    modificationTime = 0L,
    dataChange = dataChange,
    stats = statistics(rows.map(_.record))
  )

  private def statistics(rows: Seq[Record]): String = {
    val ids = rows.map(_.id)
    val xs = rows.flatMap(_.x)
    def bounds(id: Long, x: Option[Int]): String =
      s"""{"id":$id${x.fold("")(value => s""","x":$value""")}}"""
    s"""{"numRecords":${rows.size},"minValues":${bounds(ids.min, xs.minOption)},""" +
      s""""maxValues":${bounds(ids.max, xs.maxOption)},""" +
      s""""nullCount":{"id":0,"x":${rows.size - xs.size}},"tightBounds":true}"""
  }
}
