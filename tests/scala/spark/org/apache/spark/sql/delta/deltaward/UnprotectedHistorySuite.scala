package org.apache.spark.sql.delta.deltaward

import scala.util.{Failure, Success, Try}

import org.apache.hadoop.fs.Path

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import io.deltaward.errors.CommitRefusedException

/** Tests statements that remove a feature which older versions need, also where Delta cannot protect these versions. */
class UnprotectedHistorySuite extends CommandTest {

  private val statements: Seq[(String, Path => String)] = Seq(
    "replace" -> (t => s"REPLACE TABLE ${named(t)} (id BIGINT) USING delta"),
    "replace" -> (t => s"REPLACE TABLE ${named(t)} USING delta AS SELECT 7L AS id"),
    "restore" -> (t => s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0")
  )

  statements.zipWithIndex.foreach { case ((setting, statement), i) =>
    test(s"C6: the table can be written after a $setting that may lower its protocol ($i)") {
      val table = temporaryTable()
      sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
      sql(s"INSERT INTO ${named(table)} VALUES (1), (2)")
      val outcome = withConf(s"spark.databricks.delta.$setting.protocolDowngradeAllowed" -> "true") {
        Try(sql(statement(table)))
      }
      outcome match {
        case Success(_) => assert(RunningDelta.isAtLeast("3.3") && snapshot(table).version == 3)
        case Failure(refused: CommitRefusedException) =>
          assert(refused.getCondition == "DELTAWARD_COMMIT_REFUSED.HISTORY_NOT_PROTECTABLE")
          assert(!RunningDelta.isAtLeast("3.3") && snapshot(table).version == 2)
          sql(statement(table))
        case Failure(other) => fail(other)
      }
      val kept = protocolOf(snapshot(table)).supportedFeatures
      assert(Set("checkpointProtection", "deletionVectors").exists(kept))
      sql(s"INSERT INTO ${named(table)} VALUES (3)")
      assert(sql(s"SELECT * FROM ${named(table)} WHERE id = 3").length == 1)
    }
  }
}
