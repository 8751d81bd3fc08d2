package io.deltaward.bench

import java.nio.file.{Files, Path, StandardCopyOption}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.DeltaLog

import org.apache.spark.sql.delta.deltaward.CheckpointOf

/** Makes many tables that are copies of a few. Copies only their logs, which is all that an audit reads. */
final class CopiedFleet(folder: Path) {

  /** Every shape has the same share of the tables. */
  def make(shapes: Seq[Path], tables: Int): Path = {
    val root = folder.resolve(s"fleet-$tables")
    (0 until tables).foreach { i =>
      // At most 100 tables in a directory, as people make them by hand.
      val log = root.resolve(s"schema-${i / 100}/table-$i/_delta_log")
      copy(shapes(i % shapes.size).resolve("_delta_log"), log)
    }
    root
  }

  private def copy(from: Path, to: Path): Unit =
    Using.resource(Files.walk(from)) { paths =>
      // Hadoop's own checksum files are not part of the log.
      paths.iterator.asScala.filterNot(_.getFileName.toString.startsWith(".")).foreach { path =>
        val target = to.resolve(from.relativize(path).toString)
        if (Files.isDirectory(path)) Files.createDirectories(target)
        else Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES)
      }
    }
}

object CopiedFleet {

  /**
   * Makes logs of common shapes: with checksums, with a checkpoint of the newest commit, with many commits, and with
   * a V2 checkpoint.
   */
  def shapes(spark: SparkSession, folder: Path): Seq[Path] = {
    def table(name: String, commits: Int, properties: String*): Path = {
      val path = folder.resolve(name)
      val set = ("delta.checkpointInterval" -> "1000") +: properties.map(_ -> "true")
      val clause = set.map { case (key, value) => s"'$key' = '$value'" }.mkString(", ")
      spark.sql(
        s"CREATE TABLE delta.`$path` (id BIGINT, name STRING, at TIMESTAMP) USING delta TBLPROPERTIES ($clause)"
      )
      (1 until commits).foreach(i =>
        spark.sql(s"ALTER TABLE delta.`$path` SET TBLPROPERTIES ('step' = '$i')")
      )
      path
    }
    def checkpointed(path: Path): Path = {
      val newest = DeltaLog.forTable(spark, path.toString).update()
      CheckpointOf.write(newest)
      val commit = f"${newest.version}%020d.json"
      in(path).filterNot(_.toString.contains("checkpoint")).filterNot(_.endsWith(commit))
        .foreach(Files.delete)
      path
    }
    val secondKind = table("v2", 3, "delta.enableDeletionVectors")
    spark.sql(
      s"ALTER TABLE delta.`$secondKind` SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')"
    )
    Seq(
      table("checksum", 3),
      checkpointed(table("checkpoint", 3, "delta.enableChangeDataFeed")),
      table("tail", 50, "delta.enableRowTracking"),
      checkpointed(secondKind)
    )
  }

  private def in(table: Path): Seq[Path] =
    Using.resource(Files.list(table.resolve("_delta_log")))(_.iterator.asScala.toSeq)
      .filter(Files.isRegularFile(_))
}
