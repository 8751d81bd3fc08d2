package io.deltaward

import java.io.File
import java.nio.file.{Files, Path => JPath}

import scala.util.Try

import io.delta.sql.DeltaSparkSessionExtension
import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.scalatest.{BeforeAndAfterAll, Suite}
import protocol.Protocol
import storage.{
  AttemptsLogStore,
  CrashingFileSystem,
  FaultyFileSystem,
  HoldingFileSystem,
  QuickLocalFileSystem
}
import storage.CrashingFileSystem.Scheme

import org.apache.spark.sql.delta.deltaward.CheckpointOf

/** One Spark session with Delta for all suites of the JVM, and directories that are deleted after the suite. */
trait DeltaSession extends BeforeAndAfterAll with ConditionSyntax { self: Suite =>

  lazy val spark: SparkSession = DeltaSession.shared

  private var directories = Vector.empty[JPath]

  override protected def afterAll(): Unit =
    try directories.foreach(directory => FileUtils.deleteDirectory(directory.toFile))
    finally super.afterAll()

  /** Creates an empty directory. */
  def temporaryDirectory(): JPath = {
    val directory = Files.createTempDirectory("deltaward")
    directories :+= directory
    directory
  }

  /** Returns a path at which a table can be created. */
  def temporaryTable(): Path = new Path(temporaryDirectory().resolve("table").toUri)

  /** Copies a table, for a test that changes it. Files keep their times. */
  def copyOf(table: Path): Path = {
    val copy = temporaryTable()
    copyTo(copy, table)
    copy
  }

  def copyTo(copy: Path, table: Path): Unit =
    FileUtils.copyDirectory(new File(table.toUri), new File(copy.toUri))

  def sql(statement: String): Array[org.apache.spark.sql.Row] = spark.sql(statement).collect()

  /** Returns the name of the table at `path` in SQL. */
  def named(path: Path): String = s"delta.`$path`"

  /** Sets settings of the session while `body` runs. */
  def withConf[A](pairs: (String, String)*)(body: => A): A = {
    val before = pairs.map { case (key, _) => key -> spark.conf.getAll.get(key) }
    pairs.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally
      before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None) => spark.conf.unset(key)
      }
  }

  /** Returns Delta's snapshot of a version, or of the newest, without anything that Delta has cached. */
  def snapshot(path: Path, version: Option[Long] = None): Snapshot = {
    DeltaLog.clearCache()
    val log = DeltaLog.forTable(spark, path)
    version.fold(log.unsafeVolatileSnapshot)(log.getSnapshotAt(_))
  }

  /** Returns Delta's protocol of a version as our own value. */
  def protocolOf(snapshot: Snapshot): Protocol = Protocol(
    snapshot.protocol.minReaderVersion,
    snapshot.protocol.minWriterVersion,
    snapshot.protocol.readerFeatures,
    snapshot.protocol.writerFeatures
  )

  /** Deletes all version checksums of a table, and returns the table. */
  def withoutChecksums(path: Path): Path = {
    val log = JPath.of(path.toUri).resolve("_delta_log")
    Files.list(log).filter(_.toString.endsWith(".crc")).forEach(Files.delete(_))
    DeltaLog.clearCache()
    path
  }

  /** Has Delta make a checkpoint of the newest version, of the kind that the table's properties ask for. */
  def makeCheckpoint(path: Path): Unit =
    CheckpointOf.write(snapshot(path))
}

object DeltaSession {

  /** Spark's checkpoint file manager that uses the file system set below. Spark 4.1 moved it to another package. */
  private lazy val fileManager: String = {
    val streaming = "org.apache.spark.sql.execution.streaming"
    Seq(s"$streaming.checkpointing", streaming)
      .map(_ + ".FileSystemBasedCheckpointFileManager")
      .find(name => Try(Class.forName(name)).isSuccess)
      .get
  }

  private val settings = QuickSettings.all ++ Map(
    "spark.sql.catalog.spark_catalog" -> "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.streaming.checkpointFileManagerClass" -> fileManager,
    "spark.hadoop.fs.file.impl" -> classOf[QuickLocalFileSystem].getName,
    s"spark.hadoop.fs.$Scheme.impl" -> classOf[CrashingFileSystem].getName,
    s"spark.hadoop.fs.${FaultyFileSystem.Scheme}.impl" -> classOf[FaultyFileSystem].getName,
    s"spark.hadoop.fs.${HoldingFileSystem.Scheme}.impl" -> classOf[HoldingFileSystem].getName,
    "spark.sql.warehouse.dir" -> Files.createTempDirectory("deltaward-warehouse").toUri.toString
  ) ++ Seq("file", Scheme, FaultyFileSystem.Scheme, HoldingFileSystem.Scheme).map { scheme =>
    s"spark.delta.logStore.$scheme.impl" -> classOf[AttemptsLogStore].getName
  }

  type Extension = SparkSessionExtensions => Unit

  private def withExtensions(extensions: Seq[Extension]): SparkSession =
    NewSession.of((ComputedColumns +: extensions).foldLeft(
      SparkSession.builder().master("local[2]").appName("deltaward").config(settings)
    )(_.withExtensions(_)))

  private val delta = new DeltaSparkSessionExtension

  /** A session with Delta, and without the extension. */
  lazy val plain: SparkSession = {
    val session = withExtensions(Seq(delta))
    session.sparkContext.setLogLevel("ERROR")
    // A fixed call site saves Spark a walk through the stack for each job and each RDD.
    Seq("callSite.short", "callSite.long").foreach(
      session.sparkContext.setLocalProperty(_, "a test")
    )
    session
  }

  lazy val shared: SparkSession = {
    require(!plain.sparkContext.isStopped)
    val session = withExtensions(Seq(delta, new DeltawardSparkSessionExtension))
    becomeDefault(session)
    session
  }

  /** Creates one more session. The shared session stays the default and active one. */
  def configured(extensions: Extension*): SparkSession = {
    val before = shared
    val session = withExtensions(extensions)
    becomeDefault(before)
    session
  }

  private def becomeDefault(session: SparkSession): Unit = {
    SparkSession.setDefaultSession(session)
    SparkSession.setActiveSession(session)
  }
}
