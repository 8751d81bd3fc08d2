package io.deltaward.bench

import java.nio.file.{Files, Path}
import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._
import scala.sys.process.{Process, ProcessLogger}
import scala.util.{Random, Using}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path => HadoopPath}
import org.apache.spark.sql.delta.DeltaLog

/** Times several ways to inspect the tables of a fleet, in milliseconds per table. */
final class FleetTimes(side: Side, root: Path, tables: Int) {

  private lazy val all: Seq[Path] =
    Using.resource(Files.walk(root, 2))(_.iterator.asScala.toSeq)
      .filter(path => Files.isDirectory(path.resolve("_delta_log")))
      .sorted

  /** Returns `n` tables at random from all shapes, the same ones on each call. */
  private def sample(n: Int): Seq[Path] = new Random(1).shuffle(all).take(n)

  /** Times an audit that returns the verdicts of all clients, as a user would store them in a table. */
  def audit: Double = perTable(tables)(side.run { spark =>
    spark.sql(s"SHOW PROTOCOL COMPATIBILITY IN PATH '$root'")
      .select(
        "location",
        "version",
        "client",
        "accessPath",
        "readVerdict",
        "writeVerdict",
        "reason"
      )
      .write.format("noop").mode("overwrite").save()
  })

  /** Times an audit with every column. */
  def auditOfAll: Double = perTable(tables)(side.run { spark =>
    spark.sql(s"SHOW PROTOCOL COMPATIBILITY IN PATH '$root'")
      .write.format("noop").mode("overwrite").save()
  })

  /** Times the disk alone: two threads list each log and read its newest checksum or checkpoint. */
  def floor: Double = perTable(tables)(inTwoThreads(FleetTimes.read))

  /** Times the same requests through Hadoop's file system, which Spark uses for every store. */
  def floorOfHadoop: Double = {
    val files = new HadoopPath(root.toString).getFileSystem(new Configuration)
    perTable(tables)(inTwoThreads(FleetTimes.readWith(files, _)))
  }

  private def inTwoThreads(read: Path => Long): Unit = {
    val pool = Executors.newFixedThreadPool(2)
    try {
      val halves = all.grouped((all.size + 1) / 2).toSeq.map { half =>
        pool.submit(new Callable[Long] { override def call(): Long = half.map(read).sum })
      }
      require(halves.map(_.get()).sum > 0)
    } finally pool.shutdown()
  }

  /** Times `DESCRIBE DETAIL` on a few tables that Delta has not opened. */
  def details(n: Int): Double = {
    val some = sample(n)
    DeltaLog.clearCache()
    perTable(some.size)(some.foreach(path => side.time(s"DESCRIBE DETAIL delta.`$path`")))
  }

  /** @param python an interpreter with deltalake */
  def deltalake(python: Path, n: Int): Double = {
    val program =
      """import sys, time
        |from deltalake import DeltaTable
        |tables = sys.stdin.read().split("\n")
        |DeltaTable(tables[0]).protocol()
        |start = time.perf_counter()
        |for table in tables:
        |    DeltaTable(table).protocol()
        |print((time.perf_counter() - start) * 1000 / len(tables))
        |""".stripMargin
    val some = sample(n).mkString("\n")
    val input = new java.io.ByteArrayInputStream(some.getBytes)
    Process(Seq(python.toString, "-c", program)).#<(input).!!(ProcessLogger(_ => ())).trim.toDouble
  }

  private def perTable(n: Int)(work: => Unit): Double = {
    val start = System.nanoTime()
    work
    (System.nanoTime() - start) / 1e6 / n
  }
}

object FleetTimes {

  private def read(table: Path): Long = {
    val files = Using.resource(Files.list(table.resolve("_delta_log")))(_.iterator.asScala.toSeq)
    Files.readAllBytes(newest(files)(_.getFileName.toString)).length.toLong
  }

  private def readWith(files: FileSystem, table: Path): Long = {
    val found = files.listStatus(new HadoopPath(table.toString, "_delta_log")).toSeq
    Using.resource(
      files.open(newest(found)(_.getPath.getName).getPath)
    )(_.readAllBytes().length.toLong)
  }

  private def newest[A](files: Seq[A])(name: A => String): A = {
    val named = files.map(file => name(file) -> file).filterNot(_._1.startsWith(".")).sortBy(_._1)
    def last(part: String): Option[A] = named.filter(_._1.contains(part)).lastOption.map(_._2)
    last(".crc").orElse(last(".checkpoint.")).get
  }
}
