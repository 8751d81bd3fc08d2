package io.deltaward.log

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.log.LogProblem._
import io.deltaward.log.MemoryLog._
import io.deltaward.protocol.Protocol

class ReplaySuite extends AnyFunSuite {

  private def protocolOf(log: MemoryLog, asOf: AsOf = AsOf.Latest): Either[LogProblem, Protocol] =
    log.table.state(asOf).map(_.protocol)

  private def whole(version: Long, reader: Int, writer: Int): (String, String) =
    checksum(version, field(protocol(reader, writer)), field(metadata()))

  private val created = commit(0, protocol(1, 2), metadata())

  test("the newest checksum alone is read when it is there") {
    val log = MemoryLog(created, commit(1, add("a")), whole(1, 1, 2))
    assert(protocolOf(log) == Right(Protocol(1, 2)))
    assert(log.reads == Seq(f"${1}%020d.crc"))
  }

  test("a checksum of an older version is never believed over a later commit") {
    val log = MemoryLog(created, whole(0, 1, 2), commit(1, protocol(3, 7)), commit(2, add("a")))
    assert(protocolOf(log) == Right(Protocol(3, 7)))
    assert(log.reads.last == f"${0}%020d.crc")
  }

  test("a checksum of a version that is not published is not read") {
    val log = MemoryLog(created, whole(1, 3, 7))
    assert(protocolOf(log) == Right(Protocol(1, 2)))
  }

  test("a checksum older than its own commit, left by an earlier table, is not read") {
    val log = MemoryLog(whole(0, 3, 7), created)
    assert(protocolOf(log) == Right(Protocol(1, 2)))
    assert(log.reads == Seq(f"${0}%020d.json"))
  }

  Seq(
    "empty" -> "",
    "truncated" -> whole(1, 3, 7)._2.dropRight(1),
    "not JSON" -> "x",
    "a JSON value of another kind" -> "[1]",
    "without a protocol or metadata" -> """{"numFiles":1,"tableSizeBytes":2}""",
    "with a protocol that is none" -> """{"protocol":{"minReaderVersion":"x"}}"""
  ).foreach { case (kind, text) =>
    test(s"a checksum that is $kind is passed over") {
      val log = MemoryLog(created, commit(1, add("a")), f"${1}%020d.crc" -> text)
      assert(protocolOf(log) == Right(Protocol(1, 2)))
    }
  }

  test("statistics come from the checksum of exactly the version") {
    val counts = Seq(""""numFiles":3""", """"tableSizeBytes":4""", """"numDeletionVectorsOpt":5""")
    val log = MemoryLog(created, checksum(0, counts: _*), commit(1, add("a")))
    assert(
      log.table.state(AsOf.Version(0)).map(_.statistics) ==
        Right(Some(ChecksumStatistics(3, 4, Some(5), None)))
    )
    assert(log.table.state(AsOf.Latest).map(_.statistics) == Right(None))
  }

  test("the walk ends at the newest checkpoint, or before it when both actions are found") {
    val old = checkpoint(1, protocol(1, 2), metadata())
    val log = MemoryLog(commit(1, add("a")), old, commit(2, protocol(3, 7)), commit(3, add("b")))
    assert(protocolOf(log) == Right(Protocol(3, 7)))
    assert(log.reads.last == old._1)
    val replaced = MemoryLog(commit(1, add("a")), old, commit(2, protocol(3, 7), metadata()))
    assert(protocolOf(replaced) == Right(Protocol(3, 7)))
    assert(replaced.reads == Seq(f"${2}%020d.json"))
  }

  private val clusteredProtocol =
    """{"protocol":{"minReaderVersion":1,"minWriterVersion":7,"writerFeatures":["clustering","domainMetadata"]}}"""

  private def clusteredBy(column: String, removed: Boolean = false): String =
    s"""{"domainMetadata":{"domain":"delta.clustering","removed":$removed,"configuration":""" +
      s""""{\\"clusteringColumns\\":[[\\"s\\",\\"$column\\"]]}"}}"""

  private def clusteringOf(log: MemoryLog): Option[Seq[Seq[String]]] =
    log.table.state(AsOf.Latest).toOption.flatMap(_.clustering)

  private val by = Some(Seq(Seq("s", "k")))

  test("of a clustered table, the walk goes on until the clustering is told") {
    val created = commit(0, clusteredProtocol, metadata(), clusteredBy("first"))
    val again = commit(1, clusteredBy("k"))
    val replaced = commit(2, clusteredProtocol, metadata())
    assert(clusteringOf(MemoryLog(created, again, replaced)) == by)
    val gone = commit(2, clusteredBy("k", removed = true))
    assert(clusteringOf(MemoryLog(created, again, gone)) == Some(Nil))
    val held = checkpoint(1, clusteredProtocol, metadata(), clusteredBy("k"))
    assert(clusteringOf(MemoryLog(commit(1, add("a")), held, replaced)) == by)
    val none = checkpoint(1, clusteredProtocol, metadata())
    assert(clusteringOf(MemoryLog(created, again, none, commit(2, add("a")))) == Some(Nil))
    val counted = checksum(2, """"domainMetadata":[]""")
    assert(clusteringOf(MemoryLog(created, again, replaced, counted)) == Some(Nil))
  }

  test("a table can be read whose log no longer tells its clustering") {
    val told = checksum(4, field(clusteredProtocol), field(metadata()))
    val lost = MemoryLog(
      commit(3, add("a")),
      checkpoint(3, "corrupt"),
      commit(4, add("b")),
      told
    )
    assert(protocolOf(lost).map(_.supportedFeatures("clustering")) == Right(true))
    assert(clusteringOf(lost).isEmpty)
  }

  test("a checkpoint that cannot be used gives way to the next older one") {
    val log = MemoryLog(
      commit(1, add("a")),
      checkpoint(1, protocol(1, 2), metadata()),
      commit(2, protocol(1, 3)),
      checkpoint(2, "corrupt"),
      commit(3, add("b")),
      checkpoint(3)
    )
    assert(protocolOf(log) == Right(Protocol(1, 3)))
  }

  test("a checkpoint stands for its commit where that was cleaned up") {
    val log = MemoryLog(checkpoint(4, protocol(1, 2), metadata()))
    assert(log.table.state(AsOf.Latest).map(_.version) == Right(4L))
    assert(log.table.state(AsOf.Latest).map(_.timestamp) == Right(time(0)))
  }

  test("a multi-part checkpoint counts only with all of its parts") {
    val part = f"${1}%020d.checkpoint.${1}%010d.${2}%010d.parquet" -> protocol(3, 7)
    val log = MemoryLog(created, commit(1, add("a")), part)
    assert(protocolOf(log) == Right(Protocol(1, 2)))
    assert(!log.reads.contains(part._1))
  }

  test("log compactions and staged commits are never read") {
    val log = MemoryLog(
      created,
      f"${0}%020d.${1}%020d.compacted.json" -> protocol(3, 7),
      f"${1}%020d.3a0d65cd-4056-49b8-937b-95f9e3ee90e5.json" -> protocol(3, 7)
    )
    assert(log.table.state(AsOf.Latest).map(_.version) == Right(0L))
    assert(log.reads == Seq(f"${0}%020d.json"))
  }

  test("GAP: a commit is missing between the newest checkpoint and the newest commit") {
    val log = MemoryLog(
      created,
      commit(1, add("a")),
      commit(4, add("b")),
      commit(5, add("c")),
      whole(5, 1, 2)
    )
    assert(protocolOf(log) == Left(Gap(2, 3)))
    assert(log.reads.isEmpty)
    assert(protocolOf(log, AsOf.Version(1)) == Right(Protocol(1, 2)))
    assert(protocolOf(log, AsOf.Version(3)) == Left(Gap(2, 3)))
  }

  test("a commit missing before the newest checkpoint is no gap") {
    val log = MemoryLog(created, commit(2, add("b")), checkpoint(2, protocol(1, 3), metadata()))
    assert(protocolOf(log) == Right(Protocol(1, 3)))
  }

  test("NO_USABLE_CHECKPOINT: the log starts after 0 and no checkpoint carries the rest") {
    val bare = MemoryLog(commit(3, add("a")), commit(4, add("b")))
    assert(protocolOf(bare) == Left(NoUsableCheckpoint(3, Nil)))
    val corrupt = MemoryLog(commit(3, add("a")), checkpoint(3, "corrupt"))
    assert(protocolOf(corrupt).left.exists {
      case NoUsableCheckpoint(3, Seq(reason)) => reason.startsWith(f"${3}%020d.checkpoint.parquet")
      case _ => false
    })
  }

  test("MISSING_PROTOCOL and MISSING_METADATA: a whole log that never sets one") {
    assert(protocolOf(MemoryLog(commit(0, metadata()))) == Left(MissingProtocol(0)))
    assert(protocolOf(MemoryLog(commit(0, protocol(1, 2)))) == Left(MissingMetadata(0)))
  }

  test("VERSION_NOT_FOUND: a version cleaned up, or not there yet") {
    val log = MemoryLog(checkpoint(4, protocol(1, 2), metadata()), commit(5, add("a")))
    assert(protocolOf(log, AsOf.Version(3)) == Left(VersionNotFound(3, 4, 5)))
    assert(protocolOf(log, AsOf.Version(6)) == Left(VersionNotFound(6, 4, 5)))
  }

  test("a history that starts at a checkpoint tells changes from repetitions of its protocol") {
    val log = MemoryLog(
      checkpoint(4, protocol(1, 2), metadata()),
      commit(5, protocol(1, 2)),
      commit(6, protocol(1, 3))
    )
    val history = log.table.protocolHistory
    assert(history.map(_.earliestVersion) == Right(4L))
    assert(history.map(_.earliestProtocol) == Right(Protocol(1, 2)))
    assert(history.map(_.changes.map(_.version)) == Right(Seq(6L)))
  }

  test("a history starts at a later checkpoint where an earlier one cannot be used") {
    val log = MemoryLog(
      commit(3, add("a")),
      checkpoint(3, "corrupt"),
      commit(4, protocol(1, 3)),
      checkpoint(4, protocol(1, 3), metadata())
    )
    val history = log.table.protocolHistory
    assert(history.map(_.earliestVersion) == Right(4L))
    assert(history.map(_.changes.map(_.version)) == Right(Seq(4L)))
  }

  test("EMPTY_COMMIT: a commit of 0 bytes is an error even beside a good checksum") {
    val log = MemoryLog(created, commit(1), whole(1, 1, 2))
    assert(protocolOf(log) == Left(EmptyCommit(f"${1}%020d.json")))
  }

  test("a damaged commit is never passed over") {
    val log = MemoryLog(created, commit(1, add("a").dropRight(1)), commit(2, add("b")))
    assert(protocolOf(log) == Left(TruncatedJson(f"${1}%020d.json", 1)))
  }
}
