package io.deltaward.commands

import io.deltaward.MadeTables
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

class DropClauseSuite extends CommandTest {

  private val running = DeltaFeatures.running

  Seq(
    "checkConstraints",
    "checkpointProtection",
    "typeWidening",
    "typeWidening-preview",
    "vacuumProtocolCheck"
  ).foreach {
    feature =>
      test(s"D4: whether TRUNCATE HISTORY goes with a drop is what Delta itself says: $feature") {
        assume(running.droppable(feature), "This Delta cannot drop it")
        val table = named(copyOf(MadeTables.made("no rows") { path =>
          sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta"): Unit
        }))
        sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.feature.$feature' = 'supported')")
        val refused = scala.util.Try(
          sql(s"ALTER TABLE $table DROP FEATURE $feature TRUNCATE HISTORY")
        ).failed.toOption
          .exists(_.getMessage.contains("DELTA_FEATURE_DROP_HISTORY_TRUNCATION_NOT_ALLOWED"))
        assert(running.truncating.contains(feature) != refused)
      }
  }
}
