package io.deltaward.commands

import io.deltaward.RunningDelta

class ShowTableFeaturesSuite extends CommandTest {

  private def features(table: String): Map[String, Map[String, Any]] =
    rows(spark.sql(s"SHOW TABLE FEATURES $table")).map(r => r("feature").toString -> r).toMap

  test("P9: supported, enabled and used are three things, and used comes with its evidence") {
    val table = named(temporaryTable())
    sql(
      s"CREATE TABLE $table USING delta TBLPROPERTIES ('delta.feature.deletionVectors' = 'supported') AS SELECT id FROM range(100)"
    )
    def states(): Seq[Any] =
      Seq("supported", "enabled", "used").map(features(table)("deletionVectors")(_))
    assert(states() == Seq(true, false, false))
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    assert(states() == Seq(true, true, false))
    sql(s"DELETE FROM $table WHERE id = 3")
    assert(states() == Seq(true, true, true))
    assert(features(table)("deletionVectors")("usedEvidence").toString.nonEmpty)
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')")
    assert(states() == Seq(true, false, true))
  }

  test("the commit that brought a feature in is named") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    sql(s"INSERT INTO $table VALUES (1)")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    val row = features(table)("deletionVectors")
    assert(row("sinceVersion") == 2 && row("sinceOperation") == "SET TBLPROPERTIES")
    assert(row("sinceEngine").toString.contains(s"Delta-Lake/${io.delta.VERSION}"))
  }

  test("D2, D6: what Delta can drop, and what depends on it") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT) USING delta CLUSTER BY (id)")
    val seen = features(table)
    assert(seen("domainMetadata")("dependents") == Seq("clustering"))
    assert(seen("clustering")("droppable") == false)
    assert(seen("domainMetadata")("droppable") == RunningDelta.isAtLeast("4.1"))
  }

  test("a feature that nobody knows is listed with status unknown") {
    val table = handWritten(Seq(protocolLine(3, 7, Seq("quantum"), Seq("quantum")), metadataLine))
    val row = features(named(table))("quantum")
    assert(row("status") == "unknown" && row("kind") == "readerWriter" && row("used") == null)
  }
}
