package io.deltaward.guard

import org.apache.spark.sql.Row

import org.apache.spark.sql.delta.deltaward.CommitHook

/** Tests that the warnings of rules reach the user who runs the statement. */
class CommitWarningsSuite extends PolicyTest {

  private val vectors = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"

  private def warnings(): Seq[Row] = sql("SHOW COMMIT WARNINGS").toSeq

  private def lockOut(mode: String): String = {
    val table = plainTable()
    withConf(Rule -> mode)(requiringBasic(sql(s"ALTER TABLE ${named(table)} SET $vectors")))
    s"delta.`${table.toUri.getPath}`"
  }

  test("a warning says that the commit goes through, and is there for its session, once") {
    val before = warnings().size
    val logged = LoggedWarnings.record(classOf[CommitGuard]) {
      val table = lockOut("warn")
      val row = warnings().head
      assert(warnings().size == before + 1)
      assert(row.getAs[String]("tableName") == table)
      assert(row.getAs[String]("operation") == "SET TBLPROPERTIES")
      assert(row.getAs[String]("rule") == "requiredClients")
      assert(
        row.getAs[String]("condition") == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT"
      )
    }
    val message = warnings().head.getAs[String]("message")
    assert(logged == Seq(message))
    assert(message.contains("goes through"), message)
    assert(message.contains("- basic 1.0 (scan): reading would be BLOCKED"), message)
    assert(!message.contains("refused by") && !message.contains("nothing was committed"), message)
  }

  test("the newest comes first, by a number that counts up") {
    lockOut("warn")
    lockOut("warn")
    val numbers = warnings().map(_.getAs[Long]("number"))
    assert(numbers == numbers.sorted.reverse && numbers.last == 1)
  }

  test("a refusal, a valid commit and another session's warning are not warnings") {
    val before = warnings()
    refusalOf(lockOut("enforce"))
    lockOut("off")
    assert(warnings() == before)
    lockOut("warn")
    assert(warnings().size == before.size + 1)
    assert(spark.newSession().sql("SHOW COMMIT WARNINGS").collect().isEmpty)
  }

  test("a commit that no rule can judge is a warning, too") {
    val guarded = CommitWarnings.forSession(spark).size
    CommitHook.notJudged(
      io.deltaward.errors.Errors.notJudged("t", "a.Transaction"),
      io.deltaward.guard.RuleSettings.forSession(spark)
    )
    val told = CommitWarnings.forSession(spark).last
    assert(CommitWarnings.forSession(spark).size == guarded + 1 && told.tableName == "t")
    assert(told.condition.contains("DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION"))
  }
}
