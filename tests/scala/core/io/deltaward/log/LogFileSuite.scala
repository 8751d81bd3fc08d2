package io.deltaward.log

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.log.LogFile._

class LogFileSuite extends AnyFunSuite {

  private val v12 = "00000000000000000012"

  private val names = Seq(
    s"$v12.json" -> Commit(12),
    s"$v12.crc" -> Checksum(12),
    s"$v12.checkpoint.parquet" -> ClassicCheckpoint(12),
    s"$v12.checkpoint.0000000002.0000000003.parquet" -> MultiPartCheckpoint(12, 2, 3),
    s"$v12.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json" ->
      V2Checkpoint(12, "80a083e8-7026-4e79-81be-64bd76c43a11", Format.Json),
    s"$v12.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.parquet" ->
      V2Checkpoint(12, "80a083e8-7026-4e79-81be-64bd76c43a11", Format.Parquet),
    s"00000000000000000004.$v12.compacted.json" -> Compaction(4, 12)
  )

  names.foreach { case (name, file) =>
    test(s"$name is $file")(assert(LogFile.parse(name) == file))
  }

  private val others = Seq(
    "_last_checkpoint" -> "a hint",
    "_staged_commits" -> "a directory",
    s"$v12.3a0d65cd-4056-49b8-937b-95f9e3ee90e5.json" -> "a staged commit",
    s".$v12.json.crc" -> "a local file system's own checksum",
    s"$v12.json.tmp" -> "a temporary file",
    "12.json" -> "not padded to 20 digits",
    "99999999999999999999.json" -> "beyond the versions there can be",
    s"$v12.checkpoint.0000000004.0000000003.parquet" -> "a part past the last",
    s"$v12.checkpoint.0000000000.0000000003.parquet" -> "a part before the first",
    s"$v12.checkpoint.json" -> "no checkpoint of any kind"
  )

  others.foreach { case (name, reason) =>
    test(s"$name is nothing to read: $reason")(assert(LogFile.parse(name) == Other))
  }

  test("a version or part that cannot be is told from names of another kind") {
    val misnamed = Seq(
      "12.json",
      "000000000000000000012.crc",
      "12.checkpoint.parquet",
      s"4.$v12.compacted.json",
      "99999999999999999999.json",
      "09223372036854775808.crc",
      s"$v12.checkpoint.0000000004.0000000003.parquet",
      s"$v12.checkpoint.0000000000.0000000003.parquet",
      s"$v12.checkpoint.9999999999.9999999999.parquet",
      s"$v12.checkpoint.1.1.parquet",
      s"00000000000000000004-$v12.compacted.json",
      s"00000000000000000004.${v12}xcompacted.json",
      s"0000000000000000000400$v12.compacted.json",
      s"$v12.$v12.compacted json"
    )
    misnamed.foreach(name => assert(LogFile.isMisnamed(name), name))
    assert(misnamed.map(LogFile.hasDigitsOfVersion).indexOf(true) == 4)
    val named = (names ++ others).map(_._1).filterNot(misnamed.contains)
    assert(!named.exists(LogFile.isMisnamed))
  }
}
