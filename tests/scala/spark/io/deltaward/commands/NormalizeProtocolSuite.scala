package io.deltaward.commands

import org.apache.hadoop.fs.Path

class NormalizeProtocolSuite extends CommandTest {

  private val legacy = Seq("appendOnly", "invariants")

  /** Makes a table as left by an engine that never lowers a protocol. */
  private def tooHigh(): Path =
    handWritten(Seq(protocolLine(3, 7, Nil, legacy), metadataLine))

  private def describe(table: Path) = one(s"DESCRIBE PROTOCOL ${named(table)}")

  test("P7: the protocol is lowered to the lowest one, and rows and features stay") {
    val table = tooHigh()
    sql(s"INSERT INTO ${named(table)} VALUES (1), (2)")
    assert(describe(table)("isLowest") == false)
    val row = one(s"ALTER TABLE ${named(table)} NORMALIZE PROTOCOL")
    assert(row("changed") == true && row("version") == 2)
    assert(row("minWriterVersion") == 7 && row("lowestWriterVersion") == 2)
    val after = describe(table)
    assert(after("isLowest") == true && after("minWriterVersion") == 2)
    assert(after("supportedFeatures") == legacy)
    assert(sql(s"SELECT * FROM ${named(table)}").length == 2)
  }

  test("DRY RUN gives the same answer and writes nothing") {
    val table = tooHigh()
    val row = one(s"ALTER TABLE ${named(table)} NORMALIZE PROTOCOL DRY RUN")
    assert(row("changed") == true && row("version") == 0 && row("lowestWriterVersion") == 2)
    assert(describe(table)("minWriterVersion") == 7)
  }

  test("a table that is lowest already gets no new version") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    val row = one(s"ALTER TABLE ${named(table)} NORMALIZE PROTOCOL")
    assert(row("changed") == false && row("version") == 0)
  }

  test(
    "a catalog table of several parts, and a path, are found before the words that make the statement ours"
  ) {
    sql("CREATE TABLE default.normalize (id BIGINT) USING delta")
    try {
      assert(one("ALTER TABLE spark_catalog.default.normalize NORMALIZE PROTOCOL")("changed") ==
        false)
      assert(one("ALTER TABLE normalize NORMALIZE PROTOCOL DRY RUN")("changed") == false)
    } finally sql("DROP TABLE default.normalize"): Unit
    val path = tooHigh().toUri.getPath
    assert(one(s"ALTER TABLE '$path' NORMALIZE PROTOCOL DRY RUN")("changed") == true)
  }

  test("an invalid protocol is not guessed at") {
    val table = handWritten(Seq(protocolLine(1, 101, Nil, Nil), metadataLine))
    val error = failure(sql(s"ALTER TABLE ${named(table)} NORMALIZE PROTOCOL"))
    assert(error.getCondition == "DELTAWARD_INVALID_PROTOCOL.UNDEFINED_VERSION")
  }

  test("every other ALTER TABLE is Spark's or Delta's") {
    val table = named(tooHigh())
    sql(s"ALTER TABLE $table ADD COLUMNS (protocol STRING)")
    assert(failure(sql(s"ALTER TABLE $table NORMALISE PROTOCOL")).getMessageParameters
      .get("hint").contains("NORMALIZE"))
  }

  test("what SHOW PROTOCOL COMPATIBILITY offers as a fix does what it says") {
    val table = tooHigh()
    val ask = s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'delta-standalone'"
    val before = rows(spark.sql(ask)).head
    assert(before("readVerdict") == "BLOCKED")
    sql(before("fix").toString)
    assert(rows(spark.sql(ask)).head("readVerdict") == "OK")
  }
}
