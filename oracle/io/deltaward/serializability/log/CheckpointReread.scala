package io.deltaward.serializability.log

import java.nio.file.{Files, Path => JPath}

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.DeltaLog

/** Checks that the newest version reads the same from a checkpoint alone. */
object CheckpointReread {

  private val same = Invariant("a checkpoint holds the state of its version")

  def findings(table: Path, session: SparkSession): Seq[Anomaly] =
    CopiedTable.withCopy(table) { copy =>
      val log = Log.read(copy)
      val version = log.newest
      val before = new RowsByVersion(session, log).counts(version)
      val deltaLog = DeltaLog.forTable(session, copy)
      deltaLog.checkpoint(deltaLog.update())
      val folder = JPath.of(copy.toUri).resolve("_delta_log")
      (0L until version).foreach(v => Files.delete(folder.resolve(f"$v%020d.json")))
      (0L to version).foreach(v => Files.deleteIfExists(folder.resolve(f"$v%020d.crc")))
      val after = new RowsByVersion(session, log).counts(version)
      same.unless(version, before == after)(s"$before, from the checkpoint $after")
    }
}
