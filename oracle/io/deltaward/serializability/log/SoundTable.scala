package io.deltaward.serializability.log

import org.apache.hadoop.fs.Path
import org.scalatest.Suite

import io.deltaward.serializability.OracleSession

/** A table with a correct log, deletion vectors, row tracking, a change data feed and commit timestamps. */
trait SoundTable extends OracleSession { self: Suite =>

  /** The versions of the table that tests name. */
  val FirstFile = 1L
  val SecondFile = 2L
  val FirstDelete = 3L
  val SecondDelete = 4L
  val UpdateOfOne = 5L
  val Compaction = 6L
  val NewColumn = 7L

  lazy val sound: Path = {
    val path = temporaryTable()
    val t = named(path)
    def file(ids: String): String =
      s"INSERT INTO $t SELECT /*+ COALESCE(1) */ id, nullif(id, 3), concat('r', id) FROM $ids"
    Seq(
      s"CREATE TABLE $t (id BIGINT, x BIGINT, s STRING) USING delta TBLPROPERTIES (" +
        Seq("DeletionVectors", "RowTracking", "ChangeDataFeed", "InCommitTimestamps")
          .map(f => s"'delta.enable$f' = 'true'").mkString(", ") + ")",
      file("range(5)"),
      file("range(5, 10)"),
      s"DELETE FROM $t WHERE id = 1",
      s"DELETE FROM $t WHERE id = 2",
      s"UPDATE $t SET s = 'changed' WHERE id = 7",
      s"OPTIMIZE $t",
      s"ALTER TABLE $t ADD COLUMN late INT"
    ).foreach(plain.sql)
    path
  }

  /** Returns a copy of the table with an edited log. */
  def damaged(edit: LogEdit => Unit): Path = {
    val copy = copyOf(sound)
    edit(new LogEdit(copy))
    copy
  }
}
