package io.deltaward.guard

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.actions.Protocol

import io.deltaward.commands.CommandTest
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.RawCommit

/** Tests rule P2 on a protocol and its table, with commits of code that sets both by hand. */
class ValidProtocolCommitsSuite extends CommandTest {

  private val vectors = Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors")))
  private val legacy = Protocol(1, 2)

  private def created(columns: String, properties: String = "'a' = 'b'"): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} ($columns) USING delta TBLPROPERTIES ($properties)")
    table
  }

  /** Commits the protocol without the rule that would object that history still needs a feature. */
  private def committed(table: Path, protocol: Protocol): Unit =
    withConf("spark.deltaward.rule.checkpointProtection.mode" -> "off")(
      RawCommit.large(spark, table, protocol)
    )

  /** Checks that the rule refuses the protocol. Delta alone lets such a commit take any feature from it. */
  private def isRefused(what: String, missing: String, protocol: Protocol)(make: => Path): Unit =
    test(s"P2: a protocol without $missing is refused for $what") {
      val table = make
      val before = snapshot(table).version
      val error = failure(committed(table, protocol))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.INVALID_PROTOCOL")
      assert(error.getMessageParameters.get("problem").contains(s"does not support $missing"))
      assert(snapshot(table).version == before)
      withConf("spark.deltaward.enabled" -> "false")(
        Try(committed(table, protocol)).failed.foreach(refused =>
          assert(refused.toString.contains("DELTA_FEATURES_PROTOCOL_METADATA_MISMATCH"), refused)
        )
      )
      assert(LogSurgery.files(table).contains(LogSurgery.commitName(before + 1)))
      val told = one(s"DESCRIBE PROTOCOL ${named(table)}")
      assert(told("isValid") == false && told("problems").toString.contains(missing))
      if (protocol.minWriterVersion == 7)
        assert(failure(snapshot(table)).getCondition == "DELTA_FEATURES_PROTOCOL_METADATA_MISMATCH")
    }

  isRefused("a table with a change data feed", "changeDataFeed", vectors)(created(
    "id BIGINT",
    "'delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true'"
  ))
  isRefused("row tracking, on legacy versions", "rowTracking", legacy)(
    created("id BIGINT", "'delta.enableRowTracking' = 'true'")
  )
  isRefused("a column of type timestamp_ntz, on legacy versions", "timestampNtz", legacy)(
    created("at TIMESTAMP_NTZ")
  )
  isRefused("a column of type variant, on legacy versions", "variantType", legacy)(
    created("v VARIANT")
  )
  isRefused("a column of type variant", "variantType", vectors)(created("v VARIANT"))
  isRefused("a column that is NOT NULL", "invariants", vectors)(created("id BIGINT NOT NULL"))
  isRefused(
    "rowTracking, which requires it",
    "domainMetadata",
    Protocol(1, 7, None, Some(Set("rowTracking", "invariants", "appendOnly")))
  )(created("id BIGINT", "'delta.feature.rowTracking' = 'supported'"))

  /** Makes a table that lacks a feature, as another engine leaves it. Delta opens it. */
  private def lacking(): Path = {
    val table = created("at TIMESTAMP_NTZ")
    withConf("spark.deltaward.enabled" -> "false")(committed(table, legacy))
    table
  }

  test("P2: what a table lacks is not held against commits that do not make it worse") {
    val table = lacking()
    sql(s"INSERT INTO ${named(table)} VALUES (TIMESTAMP_NTZ'2026-01-01 00:00:00')")
    sql(
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.feature.timestampNtz' = 'supported')"
    )
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("isValid") == true)
  }

  test("P2: warn and off let it through") {
    Seq("warn", "off").foreach { mode =>
      val table = created("at TIMESTAMP_NTZ")
      withConf("spark.deltaward.rule.validProtocol.mode" -> mode)(committed(table, legacy))
      assert(snapshot(table).version == 1, mode)
    }
  }

  test("P2: what Delta adds to the protocol by itself is there when the rule looks") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT NOT NULL, at TIMESTAMP_NTZ) USING delta TBLPROPERTIES " +
      "('delta.enableRowTracking' = 'true', 'delta.checkpointPolicy' = 'v2')")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
    val row = one(s"DESCRIBE PROTOCOL ${named(table)}")
    assert(row("isValid") == true && row("problems") == Nil)
  }
}
