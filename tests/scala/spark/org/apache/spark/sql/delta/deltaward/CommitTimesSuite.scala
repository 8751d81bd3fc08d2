package org.apache.spark.sql.delta.deltaward

import java.io.File

import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.RunningDelta.preview
import io.deltaward.concurrency.ConflictTest

/** Tests the timestamp of a losing commit that enables in-commit timestamps. */
class CommitTimesSuite extends ConflictTest {

  private val Hour = 3600000L

  atBothLevels("a commit that enables in-commit timestamps is later than the winner") { level =>
    val path = copyOf(made(TenRows, level))
    val start =
      s"ALTER TABLE t SET TBLPROPERTIES ('delta.enableInCommitTimestamps$preview' = 'true')"
    var winner = 0L
    race(path, start) {
      run(path, "DELETE FROM t WHERE id = 2")
      val log = DeltaLog.forTable(spark, path).update()
      winner = System.currentTimeMillis() / 1000 * 1000 + Hour
      val file = new File(path.toUri.getPath, f"_delta_log/${log.version}%020d.json")
      val _ = assert(file.setLastModified(winner))
    }.get
    DeltaLog.clearCache()
    val started = DeltaLog.forTable(spark, path).update()
    assert(started.timestamp > winner)
    run(path, "DELETE FROM t WHERE id = 3")
    DeltaLog.clearCache()
    assert(DeltaLog.forTable(spark, path).update().timestamp > started.timestamp)
  }
}
