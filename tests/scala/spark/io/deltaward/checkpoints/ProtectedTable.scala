package io.deltaward.checkpoints

import java.nio.file.Files
import java.nio.file.attribute.FileTime
import java.time.Instant
import java.time.temporal.ChronoUnit.DAYS

import org.apache.hadoop.fs.Path

import io.deltaward.MadeTables
import io.deltaward.commands.CommandTest
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

/** Makes tables with a boundary, and makes their logs old. */
trait ProtectedTable extends CommandTest {

  protected val Boundary = "delta.requireCheckpointProtectionBeforeVersion"
  protected val RuleMode = "spark.deltaward.rule.checkpointProtection.mode"

  /** A time before every default retention period of Delta. */
  private val Old = Instant.now().minus(100, DAYS)

  /**
   * Makes a table at version 0. Delta makes a checkpoint at every `interval` versions. The boundary may lie ahead,
   * which the rules would refuse.
   */
  protected def guardedTable(boundary: Long, interval: Int, properties: String*): Path = {
    val table = temporaryTable()
    val all = Seq(
      "'delta.feature.checkpointProtection' = 'supported'",
      s"'$Boundary' = '$boundary'",
      s"'delta.checkpointInterval' = '$interval'"
    ) ++ properties
    byOthers(sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES (${all.mkString(", ")})"
    ))
    table
  }

  /** Makes such a table up to a version, with the rules off. */
  protected def grownTable(
      boundary: Long,
      interval: Int,
      version: Long,
      properties: String*
  ): Path = copyOf(
    MadeTables.made("with a boundary", boundary, interval, version, properties) { path =>
      byOthers {
        val table = guardedTable(boundary, interval, properties: _*)
        appendUpTo(table, version)
        copyTo(path, table)
      }
    }
  )

  /** Appends up to a version, with one commit for each. */
  protected def appendUpTo(table: Path, version: Long): Unit =
    (snapshot(table).version until version).foreach { newest =>
      sql(s"INSERT INTO ${named(table)} VALUES ($newest)")
    }

  /** Backdates the log files up to a version. The files of each version are one second newer than those before. */
  protected def age(table: Path, upTo: Long): Unit =
    LogSurgery.files(table).foreach { case (name, file) =>
      versionOf(file).filter(_ <= upTo).foreach { version =>
        val time = FileTime.from(Old.plusSeconds(version))
        Files.setLastModifiedTime(LogSurgery.directory(table).resolve(name), time)
      }
    }

  private def versionOf(file: LogFile): Option[Long] = file match {
    case LogFile.Commit(version) => Some(version)
    case LogFile.Checksum(version) => Some(version)
    case other => checkpointOf(other)
  }

  private def checkpointOf(file: LogFile): Option[Long] = file match {
    case LogFile.ClassicCheckpoint(version) => Some(version)
    case LogFile.V2Checkpoint(version, _, _) => Some(version)
    case part: LogFile.MultiPartCheckpoint => Some(part.version)
    case _ => None
  }

  protected def commits(table: Path): Set[Long] =
    LogSurgery.files(table).values.collect { case LogFile.Commit(version) => version }.toSet

  protected def checkpoints(table: Path): Set[Long] =
    LogSurgery.files(table).values.flatMap(checkpointOf).toSet

  /** Runs `body` as a writer that knows nothing of the rules. */
  protected def byOthers[A](body: => A): A = withConf("spark.deltaward.enabled" -> "false")(body)
}
