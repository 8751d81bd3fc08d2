package io.deltaward.guard

import org.apache.hadoop.fs.Path

import io.deltaward.commands.CommandTest

/** Tests modes and their precedence: the table over the session, and `spark.deltaward.enabled` over both. */
class ModesSuite extends CommandTest {

  private val Mode = "spark.deltaward.rule.checkpointProtection.mode"
  private val Property = "deltaward.rule.checkpointProtection.mode"

  private def protectedTable(properties: String = ""): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES " +
        s"('delta.feature.checkpointProtection' = 'supported'$properties)"
    )
    setBoundary(table, 1)
    table
  }

  private def setBoundary(table: Path, version: Long): Unit =
    spark.sql(
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion' = '$version')"
    ): Unit

  private def moveBack(table: Path): Unit = setBoundary(table, 0)

  private def refused(table: Path): Boolean =
    scala.util.Try(
      moveBack(table)
    ).failed.toOption.exists(_.getMessage.contains("DELTAWARD_COMMIT_REFUSED"))

  test("enforce is the default") {
    assert(refused(protectedTable()))
  }

  test("warn and off let a commit through") {
    Seq("warn", "off").foreach(mode => withConf(Mode -> mode)(assert(!refused(protectedTable()))))
  }

  test("the table property wins over the session, either way") {
    withConf(Mode -> "off")(assert(refused(protectedTable(s", '$Property' = 'enforce'"))))
    withConf(Mode -> "enforce")(assert(!refused(protectedTable(s", '$Property' = 'warn'"))))
  }

  test("a table property that names no mode counts as enforce") {
    withConf("spark.deltaward.rule.validPolicy.mode" -> "off", Mode -> "off") {
      assert(refused(protectedTable(s", '$Property' = 'enfroce'")))
    }
  }

  test("spark.deltaward.enabled = false turns all of it off") {
    withConf("spark.deltaward.enabled" -> "false")(assert(!refused(protectedTable())))
  }

  test("a session setting that names no mode is refused when it is set") {
    val error = intercept[Exception](spark.conf.set(Mode, "enfroce"))
    assert(error.getMessage.contains("off, warn, enforce"))
  }

  test("the lock is static: a session cannot set it") {
    // Spark 4.0 has one condition for static settings and those of the context.
    assert(Set("CANNOT_MODIFY_STATIC_CONFIG", "CANNOT_MODIFY_CONFIG")(
      failure(spark.conf.set("spark.deltaward.locked", "true")).getCondition
    ))
  }
}
