package io.deltaward.guard

import io.deltaward.commands.CommandTest
import org.apache.spark.sql.delta.deltaward.Once

/** Tests that a commit which loses the race for a version is judged again at its next attempt. */
class AttemptsSuite extends CommandTest {

  private val Mode = "spark.deltaward.rule.checkpointProtection.mode"
  private val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  private def onAnotherThread(body: => Any): Unit = {
    val thread = new Thread(() => { val _ = body })
    thread.start()
    thread.join()
  }

  test("an attempt that the rules refuse is not written, though the one before was let through") {
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT) USING delta TBLPROPERTIES " +
        "('delta.feature.checkpointProtection' = 'supported')"
    )
    sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$Boundary' = '1')")
    withConf(Mode -> "off") {
      Once.beforeAttempt {
        onAnotherThread(sql(s"INSERT INTO ${named(path)} VALUES (1)"))
        spark.conf.set(Mode, "enforce")
      } {
        val error =
          failure(sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$Boundary' = '0')"))
        assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK")
      }
    }
    assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 3)
  }
}
