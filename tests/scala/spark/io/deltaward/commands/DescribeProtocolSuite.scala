package io.deltaward.commands

class DescribeProtocolSuite extends CommandTest {

  test("P3: the features that legacy versions imply are supported, and have no lists") {
    val row = one(
      s"DESCRIBE PROTOCOL ${named(handWritten(Seq(protocolLine(2, 5, Nil, Nil), metadataLine)))}"
    )
    assert(row("minReaderVersion") == 2 && row("minWriterVersion") == 5)
    assert(row("readerFeatures") == null && row("writerFeatures") == null)
    assert(
      row("supportedFeatures") == Seq(
        "appendOnly",
        "changeDataFeed",
        "checkConstraints",
        "columnMapping",
        "generatedColumns",
        "invariants"
      )
    )
    assert(row("isLowest") == true && row("isValid") == true && row("problems") == Nil)
  }

  test("P7: a protocol that is higher than it needs to be comes with the lowest one") {
    val features = Seq("appendOnly", "invariants")
    val row = one(
      s"DESC PROTOCOL ${named(handWritten(Seq(protocolLine(3, 7, Nil, features), metadataLine)))}"
    )
    assert(row("isLowest") == false)
    assert(row("lowestReaderVersion") == 1 && row("lowestWriterVersion") == 2)
    assert(row("lowestReaderFeatures") == null && row("lowestWriterFeatures") == null)
  }

  test("P2: an invalid protocol is described, with each problem under its condition") {
    val row = one(
      s"DESCRIBE PROTOCOL ${named(handWritten(Seq(protocolLine(1, 101, Nil, Nil), metadataLine)))}"
    )
    assert(row("isValid") == false)
    assert(row("problems").toString.contains("[DELTAWARD_INVALID_PROTOCOL.UNDEFINED_VERSION]"))
    assert(row("problems").toString.contains("minWriterVersion"))
  }

  test("the lowest protocol of an invalid one is not known") {
    val byItself = handWritten(Seq(protocolLine(1, 101, Nil, Nil), metadataLine))
    val enabled = """"configuration":{"delta.enableChangeDataFeed":"true"}"""
    val forTheTable = handWritten(
      Seq(
        protocolLine(3, 7, Seq("deletionVectors"), Seq("deletionVectors")),
        metadataLine.replace("\"configuration\":{}", enabled)
      )
    )
    Seq(byItself, forTheTable).map(t => one(s"DESCRIBE PROTOCOL ${named(t)}")).foreach { row =>
      assert(row("isValid") == false)
      Seq("isLowest", "lowestReaderVersion", "lowestWriterVersion", "lowestWriterFeatures")
        .foreach(column => assert(row(column) == null, column))
    }
  }

  test("a table that Delta refuses to open is described") {
    val table = handWritten(Seq(protocolLine(3, 7, Seq("quantum"), Seq("quantum")), metadataLine))
    assert(failure(sql(s"SELECT * FROM ${named(table)}")).getCondition ==
      "DELTA_UNSUPPORTED_FEATURES_FOR_READ")
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("readerFeatures") == Seq("quantum"))
  }

  test("the version and the moment that a statement names are the ones described") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    def version(clause: String): Map[String, Any] =
      one(s"DESCRIBE PROTOCOL ${named(table)} $clause")
    assert(version("VERSION AS OF 0")("minReaderVersion") == 1)
    assert(version("VERSION AS OF 1")("minReaderVersion") == 3)
    val first = sql(s"DESCRIBE HISTORY ${named(table)}").last.getAs[java.sql.Timestamp]("timestamp")
    assert(version(s"TIMESTAMP AS OF '$first'")("version") == 0)
    assert(version(s"TIMESTAMP AS OF TIMESTAMP'$first' + INTERVAL 0 SECONDS")("version") == 0)
    val later = failure(version("TIMESTAMP AS OF current_timestamp() + INTERVAL 1 DAY"))
    assert(later.getCondition == "DELTAWARD_TABLE_NOT_READABLE.TIMESTAMP_AFTER_LAST")
  }

  test("the columns and their types are those that are documented") {
    val table = handWritten(Seq(protocolLine(1, 2, Nil, Nil), metadataLine))
    assert(
      spark.sql(s"DESCRIBE PROTOCOL ${named(table)}").schema.fields.map(f =>
        s"${f.name} ${f.dataType.sql}"
      ).toSeq == Seq(
        "tableName STRING",
        "location STRING",
        "version BIGINT",
        "minReaderVersion INT",
        "minWriterVersion INT",
        "readerFeatures ARRAY<STRING>",
        "writerFeatures ARRAY<STRING>",
        "supportedFeatures ARRAY<STRING>",
        "lowestReaderVersion INT",
        "lowestWriterVersion INT",
        "lowestReaderFeatures ARRAY<STRING>",
        "lowestWriterFeatures ARRAY<STRING>",
        "isLowest BOOLEAN",
        "isValid BOOLEAN",
        "problems ARRAY<STRING>",
        "logRead STRING"
      )
    )
  }
}
