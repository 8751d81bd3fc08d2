package io.deltaward.drops

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog._
import org.apache.spark.sql.classic
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.types.StructType

import io.deltaward.RunningDelta
import io.deltaward.guard.JudgedCommits
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.MemoryCatalogCommits

/**
 * Tests catalog-managed tables. Delta makes them only in Unity Catalog, so the suite edits a log by hand. Delta then
 * commits to it.
 */
class CatalogManagedSuite extends MakeCompatibleTest {

  private lazy val path: Path = {
    val made = temporaryTable()
    sql(
      s"CREATE TABLE ${named(made)} (id BIGINT) USING delta TBLPROPERTIES (" +
        "'delta.enableInCommitTimestamps' = 'true', 'delta.feature.timestampNtz' = 'supported', " +
        "'delta.feature.vacuumProtocolCheck' = 'supported')"
    )
    val first = LogSurgery.commitName(0)
    LogSurgery.deleteChecksums(made)
    val text = LogSurgery.text(made, first)
    LogSurgery.write(made, first, text.replace("\"timestampNtz\"", "\"catalogManaged\""))
    DeltaLog.clearCache()
    MemoryCatalogCommits.takeOver(made, newest = 0)
    made
  }

  private def catalog = spark.asInstanceOf[classic.SparkSession].sessionState.catalog

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    val entry = CatalogTable(
      TableIdentifier("managed", Some("default")),
      CatalogTableType.EXTERNAL,
      CatalogStorageFormat.empty.copy(locationUri = Some(path.toUri)),
      new StructType(),
      provider = Some("delta")
    )
    catalog.createTable(entry, ignoreIfExists = false)
    sql("INSERT INTO managed VALUES (1)"): Unit
  }

  override protected def afterAll(): Unit = {
    catalog.dropTable(TableIdentifier("managed"), ignoreIfNotExists = true, purge = false)
    MemoryCatalogCommits.clear()
    super.afterAll()
  }

  private def condition(statement: String): String = failure(sql(statement)).getCondition

  Seq("", " TRUNCATE HISTORY").foreach { clause =>
    test(
      s"what Delta says to the drop of catalogManaged is foreseen, by name and by path:$clause"
    ) {
      val steps = rows(spark.sql(s"EXPLAIN DROP FEATURE catalogManaged FOR managed$clause"))
      val refused = condition(s"ALTER TABLE managed DROP FEATURE catalogManaged$clause")
      assert(steps.map(step => step("action") -> step("errorCondition")) ===
        Seq("REFUSE" -> refused))
      // Delta 4.0 refuses the path without a condition.
      if (RunningDelta.isAtLeast("4.1"))
        assert(condition(s"EXPLAIN DROP FEATURE catalogManaged FOR ${named(path)}$clause") ===
          condition(s"ALTER TABLE ${named(path)} DROP FEATURE catalogManaged$clause"))
    }
  }

  test("a commit to it is judged, like any other") {
    val judged =
      JudgedCommits.record(spark, "managed") { val _ = sql("INSERT INTO managed VALUES (2)") }
    assert(judged == Seq("WRITE"))
    sql("DELETE FROM managed WHERE id = 2"): Unit
  }

  test("SHOW TABLE FEATURES says that it cannot be dropped") {
    val features = rows(spark.sql("SHOW TABLE FEATURES managed"))
    val droppable = features.map(row => row("feature") -> row("droppable")).toMap
    assert(droppable("catalogManaged") === false)
    assert(droppable("inCommitTimestamp") === true)
  }

  test("MAKE COMPATIBLE says that it cannot be dropped") {
    val error: SparkThrowable =
      failure(sql(s"ALTER TABLE managed MAKE COMPATIBLE WITH CLIENT '$Plain' FOR READ"))
    assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.NOT_DROPPABLE")
    assert(error.getMessageParameters.get("features") === "catalogManaged, vacuumProtocolCheck")
    assert(sql("SELECT * FROM managed").length === 1)
  }
}
