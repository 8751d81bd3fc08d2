package io.deltaward.log

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.log.LogProblem._
import io.deltaward.log.MemoryLog.{add, metadata, protocol}
import io.deltaward.protocol.Protocol

class ActionLinesSuite extends AnyFunSuite {

  private def read(lines: String*): Either[LogProblem, CommitActions] =
    ActionLines.read("f", lines.iterator)

  private def readProtocol(fields: String): Either[LogProblem, Option[Protocol]] =
    read(s"""{"protocol":{$fields}}""").map(_.protocol)

  test("protocol, metadata and provenance are found among other actions") {
    val info =
      """{"commitInfo":{"operation":"WRITE","engineInfo":"e","userName":"u","userId":"7",""" +
        """"operationParameters":{"mode":"Append","n":3,"none":null},"inCommitTimestamp":5}}"""
    assert(
      read(info, add("a"), metadata("k" -> "v"), protocol(1, 2), add("b")) == Right(
        CommitActions(
          Some(Protocol(1, 2)),
          Some(TableMetadata("m", None, Some("{}"), Nil, Map("k" -> "v"))),
          Some(
            CommitInfo(
              Some("WRITE"),
              Some("e"),
              Some("u"),
              Map("mode" -> "Append", "n" -> "3"),
              Some(5)
            )
          )
        )
      )
    )
  }

  test("an absent feature list is not an empty one") {
    assert(
      readProtocol(""""minReaderVersion":3,"minWriterVersion":7,"writerFeatures":[]""") ==
        Right(Some(Protocol(3, 7, None, Some(Set.empty))))
    )
    assert(
      readProtocol(""""minReaderVersion":1,"minWriterVersion":2,"writerFeatures":null""") ==
        Right(Some(Protocol(1, 2)))
    )
  }

  test("an invalid protocol is read as it is") {
    assert(
      readProtocol(""""minReaderVersion":-1,"minWriterVersion":101,"readerFeatures":["x"]""") ==
        Right(Some(Protocol(-1, 101, Some(Set("x")), None)))
    )
  }

  Seq(
    ("text", """"minReaderVersion":"1","minWriterVersion":2""", "minReaderVersion", "\"1\""),
    ("a fraction", """"minReaderVersion":1,"minWriterVersion":2.5""", "minWriterVersion", "2.5"),
    (
      "beyond 32 bits",
      """"minReaderVersion":1,"minWriterVersion":2147483648""",
      "minWriterVersion",
      "2147483648"
    ),
    ("absent", """"minReaderVersion":1""", "minWriterVersion", "missing"),
    (
      "no list",
      """"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":"a"""",
      "readerFeatures",
      "\"a\""
    ),
    (
      "a list of numbers",
      """"minReaderVersion":3,"minWriterVersion":7,"writerFeatures":[1]""",
      "writerFeatures",
      "[1]"
    )
  ).foreach { case (reason, fields, field, value) =>
    test(s"MALFORMED_PROTOCOL: $field is $reason") {
      assert(readProtocol(fields) == Left(MalformedProtocol("f", field, value)))
    }
  }

  test("TRUNCATED_JSON: the last line stops in the middle of an action") {
    assert(read(protocol(1, 2), add("a").dropRight(1)) == Left(TruncatedJson("f", 2)))
    assert(read(protocol(1, 2).take(20)) == Left(TruncatedJson("f", 1)))
  }

  test("MALFORMED: a line that is no JSON object, wherever it is") {
    assert(read("[]", add("a")) == Left(Malformed("f", 1, "not a JSON object")))
    assert(read(add("a"), "nonsense", add("b")).left.exists(_.condition == "MALFORMED"))
    assert(read(add("a"), add("b") + add("c")).left.exists(_.condition == "MALFORMED"))
  }

  test("MALFORMED: metadata without an id") {
    assert(read("""{"metaData":{}}""") == Left(Malformed("f", 1, "metaData.id: missing")))
  }

  test("EMPTY_COMMIT: no line at all") {
    assert(read() == Left(EmptyCommit("f")))
  }

  test("MALFORMED: an action of another kind that is no JSON, wherever it is") {
    val unparseable = """{"add":{"path":}}"""
    assert(read(unparseable, protocol(1, 2)).left.exists(_.condition == "MALFORMED"))
    assert(read(protocol(1, 2), unparseable).left.exists(_.condition == "MALFORMED"))
    assert(read("{\"add\":{\"path\":\"\\u00\"}}", protocol(1, 2)).isLeft)
    assert(read(add("a") + "x", protocol(1, 2)).isLeft)
  }

  test("a key with an escape is the key that it stands for") {
    val escaped = protocol(3, 7).replace("protocol", "pro\\u0074ocol")
    assert(escaped.contains("\\u0074"))
    assert(read(protocol(1, 2), escaped).map(_.protocol) == Right(Some(Protocol(3, 7))))
  }

  test("MALFORMED: metadata whose fields are of other types") {
    Seq(
      """"schemaString":{}""" -> "schemaString: {}",
      """"partitionColumns":"p"""" -> "partitionColumns: \"p\"",
      """"partitionColumns":[1]""" -> "partitionColumns: [1]",
      """"configuration":{"a":1}""" -> """configuration: {"a":1}""",
      """"format":"parquet"""" -> "format: \"parquet\""
    ).foreach { case (field, cause) =>
      assert(
        read(s"""{"metaData":{"id":"m",$field}}""") ==
          Left(Malformed("f", 1, s"metaData.$cause"))
      )
    }
  }

  test(
    "the whole of every action is inspected: types, missing fields, fields and actions that come twice"
  ) {
    def inspect(lines: String*): Either[LogProblem, Seq[String]] =
      ActionLines.inspect("f", lines.iterator)
    val good = add("a")
    assert(inspect(protocol(1, 2), good, """{"quantum":{"a":1}}""") == Right(Nil))
    assert(
      inspect(good.replace("\"size\":1", "\"size\":\"1\"")) ==
        Right(Seq("f, line 1: add.size is \"1\", which is of another type"))
    )
    assert(
      inspect(good, good.replace("\"size\":1,", "")) ==
        Right(Seq("f, line 2: add.size is missing"))
    )
    assert(
      inspect(protocol(1, 2), protocol(3, 7)) == Right(Seq("f has several protocol actions"))
    )
    assert(inspect(good.replace("\"size\":1", "\"size\":-1")) ==
      Right(Seq("f, line 1: add.size is -1, which is negative")))
    assert(inspect(good.replace("}}", "},\"add\":{}}")).isLeft)
    assert(inspect(good + good).isLeft)
    assert(inspect("[]").isLeft)
  }

  Seq(
    ("i", "abcde", None, 4, Nil),
    ("i", "abcde", None, 1, Nil),
    ("i", "abcde", None, 5, Seq("pathOrInlineDv is not 5 bytes in Base85")),
    ("i", "abcd~", None, 4, Seq("pathOrInlineDv is not 4 bytes in Base85")),
    ("u", "ab^-aqEH.-t@S}K{vb[*k^", Some(4), 40, Nil),
    ("u", "ab^-aqEH.-t@S}K{vb[*k^", None, 40, Seq("offset is missing")),
    ("u", "ab^-aqEH.-t@S}K{vb[*k^", Some(-4), 40, Seq("offset is negative")),
    ("u", "ab", Some(4), 40, Seq("pathOrInlineDv does not end with a UUID in Base85")),
    ("p", "s3://a/b.bin", Some(4), 40, Nil),
    ("p", "", Some(4), 40, Seq("pathOrInlineDv is empty")),
    ("r", "a/b.bin", Some(4), 4, Seq("storageType is r, which no released Delta Lake reads")),
    ("z", "abcde", Some(4), 4, Seq("storageType is z, which the specification does not have")),
    ("i", "abcde", None, 0, Seq("sizeInBytes is 0"))
  ).foreach { case (storage, path, offset, size, defects) =>
    test(s"a deletion vector at $storage '$path', ${offset.mkString}, of $size bytes") {
      val place = offset.fold("")(at => s""""offset":$at,""")
      val vector =
        s"""{"storageType":"$storage","pathOrInlineDv":"$path",$place"sizeInBytes":$size,"cardinality":1}"""
      val line = add("a").replace("}}", s""","deletionVector":$vector}}""")
      assert(ActionLines.inspect("f", Iterator(line)) ==
        Right(defects.map("f, line 1: add.deletionVector." + _)))
    }
  }

  test("a file is not added and removed by one commit, unless its deletion vector changes") {
    val remove = """{"remove":{"path":"a","dataChange":true}}"""
    val vector =
      """{"storageType":"i","pathOrInlineDv":"abcde","sizeInBytes":4,"cardinality":1}"""
    val marked = add("a").replace("}}", s""","deletionVector":$vector}}""")
    def inspect(lines: String*) = ActionLines.inspect("f", lines.iterator)
    assert(inspect(remove, add("a")) == Right(Seq("f adds and removes a")))
    assert(inspect(remove, marked, add("b")) == Right(Nil))
  }

  test("what a compaction says otherwise than its commits") {
    def together(lines: String*): ReconciledActions =
      ActionLines.reconcile("f", lines.iterator, ReconciledActions.none).toOption.get
    val removed = """{"remove":{"path":"a","dataChange":true}}"""
    val commits = together(add("a"), add("b"), protocol(1, 2), removed, """{"commitInfo":{}}""")
    def differences(lines: String*): Seq[String] = commits.differences(together(lines: _*))
    assert(differences(protocol(1, 2), add("b"), removed) == Nil)
    assert(differences(protocol(1, 2), add("b")) == Nil, "it came and went")
    assert(differences(protocol(1, 2), removed) == Seq("b"))
    assert(differences(protocol(1, 2), add("b"), add("a")) == Seq("a"))
    assert(differences(protocol(1, 2), add("b"), add("c")) == Seq("c"))
    assert(differences(protocol(1, 2), add("b"), removed.replace("\"a\"", "\"c\"")) == Seq("c"))
    assert(differences(add("b"), protocol(3, 7)) == Seq("protocol"))
    assert(differences(protocol(1, 2), add("b").replace("\"size\":1", "\"size\":2")) == Seq("b"))
    val before = together(removed)
    assert(before.differences(ReconciledActions.none) == Seq("a"), "it was there before")
  }

  test("a path that looks like an action is not one") {
    assert(read(add("""\"protocol\""""), add("a")).map(_.protocol) == Right(None))
  }

  test("blank lines are ignored") {
    assert(read(protocol(1, 2), "", "").map(_.protocol) == Right(Some(Protocol(1, 2))))
  }
}
