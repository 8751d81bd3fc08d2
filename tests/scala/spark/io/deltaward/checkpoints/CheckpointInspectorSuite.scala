package io.deltaward.checkpoints

import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.fs.Path

import io.deltaward.log.LogFile
import io.deltaward.storage.{LogSurgery, ProtectionLog}

/** Tests checkpoints of every layout, whole and damaged. */
class CheckpointInspectorSuite extends ProtectedTable {
  import CheckpointProblem._

  private val v2 = "'delta.checkpointPolicy' = 'v2'"
  private val topLevel = "spark.databricks.delta.checkpointV2.topLevelFileFormat"

  private def checkpointed(property: String = "'a' = 'b'")(conf: (String, String)*): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ($property)")
    spark.range(0, 6, 1, 6).write.format("delta").mode("append").save(table.toString)
    withConf(conf: _*)(makeCheckpoint(table))
    table
  }

  /** Returns the problem of the table's only checkpoint, if any. */
  private def problem(table: Path): Option[CheckpointProblem] = {
    val log = ProtectionLog
      .open(table, spark.sessionState.newHadoopConf())
      .fold(problem => fail(problem.toString), identity)
    log.checkpoints match {
      case Seq(one) => log.problem(one)
      case several => fail(s"${several.length} checkpoints")
    }
  }

  private def file(table: Path)(which: PartialFunction[LogFile, Boolean]): String =
    LogSurgery.files(table).collectFirst {
      case (name, file) if which.applyOrElse(file, (_: LogFile) => false) => name
    }.get

  /** Cuts off the last third of a file. */
  private def truncate(file: JPath): Unit = {
    val bytes = Files.readAllBytes(file)
    Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
    Files.write(file, bytes.take(bytes.length * 2 / 3)): Unit
  }

  private def sidecars(table: Path): Seq[JPath] = {
    val directory = LogSurgery.directory(table).resolve("_sidecars")
    Using.resource(Files.list(directory))(_.iterator.asScala.toSeq)
      .filter(_.toString.endsWith(".parquet"))
  }

  test("a classic checkpoint: whole, cut off, empty") {
    val table = checkpointed()()
    assert(problem(table).isEmpty)
    val name = file(table) { case _: LogFile.ClassicCheckpoint => true }
    truncate(LogSurgery.directory(table).resolve(name))
    assert(problem(table).exists { case NotReadable(`name`, _) => true; case _ => false })
    LogSurgery.write(table, name, "")
    assert(problem(table).contains(Empty(name)))
  }

  test("a checkpoint without a protocol, or without metadata, is none") {
    Seq("protocol", "metaData").foreach { action =>
      val table = checkpointed(v2)(topLevel -> "json")
      val name = file(table) { case _: LogFile.V2Checkpoint => true }
      val lines = LogSurgery.text(table, name).linesIterator.filterNot(_.contains(s""""$action""""))
      LogSurgery.write(table, name, lines.mkString("\n"))
      assert(problem(table).contains(MissingAction(action)))
    }
  }

  test("a multi-part checkpoint: whole, with its last part cut off, without a part") {
    val table = checkpointed()("spark.databricks.delta.checkpoint.partSize" -> "2")
    assert(problem(table).isEmpty)
    val last = file(table) {
      case part: LogFile.MultiPartCheckpoint => part.of > 1 && part.part == part.of
    }
    truncate(LogSurgery.directory(table).resolve(last))
    assert(problem(table).exists { case NotReadable(`last`, _) => true; case _ => false })
    Files.delete(LogSurgery.directory(table).resolve(last))
    assert(problem(table).exists { case MissingParts(Seq(_), _) => true; case _ => false })
  }

  Seq("json", "parquet").foreach { format =>
    test(s"a v2 checkpoint with $format at the top: whole, with a sidecar cut off, without one") {
      val table = checkpointed(v2)(topLevel -> format)
      assert(problem(table).isEmpty)
      val sidecar = sidecars(table).head
      val name = sidecar.getFileName.toString
      truncate(sidecar)
      assert(problem(table).contains(ChangedSidecars(Seq(name))))
      Files.delete(sidecar)
      assert(problem(table).contains(MissingSidecars(Seq(name))))
      Files.move(sidecar.getParent, sidecar.getParent.resolveSibling("elsewhere"))
      assert(problem(table).exists { case _: MissingSidecars => true; case _ => false })
    }
  }

  test("a v2 checkpoint whose top level stops in the middle") {
    val table = checkpointed(v2)(topLevel -> "json")
    val name = file(table) { case _: LogFile.V2Checkpoint => true }
    truncate(LogSurgery.directory(table).resolve(name))
    assert(problem(table).exists { case NotReadable(`name`, _) => true; case _ => false })
  }
}
