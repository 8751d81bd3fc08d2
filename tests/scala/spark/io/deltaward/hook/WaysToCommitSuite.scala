package io.deltaward.hook

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

/**
 * Each way to commit passes the rules. The proof is a refusal: the table carries a protocol that a rule finds fault
 * with on any commit, so a commit that goes through was not looked at. The rule is turned on by a table property only,
 * hence by nothing that a session or a thread could lose.
 */
class WaysToCommitSuite extends AnyFunSuite with DeltaSession {
  test("hook smoke") {
    val p = temporaryTable().toUri.getPath
    sql(
      s"CREATE TABLE delta.`$p` (id INT) USING delta TBLPROPERTIES ('delta.minReaderVersion'='3','delta.minWriterVersion'='7')"
    )
    println(sql(s"DESCRIBE DETAIL delta.`$p`").mkString)
    sql(s"INSERT INTO delta.`$p` VALUES (1)")
    println(new java.io.File(p + "/_delta_log").list.mkString(","))
    println(scala.io.Source.fromFile(p + "/_delta_log/00000000000000000000.json").mkString)
    val e = scala.util.Try(
      sql(s"ALTER TABLE delta.`$p` SET TBLPROPERTIES ('delta.minWriterVersion'='101')")
    )
    println(e)
    sql(s"ALTER TABLE delta.`$p` SET TBLPROPERTIES ('delta.enableDeletionVectors'='true')")
    sql(s"INSERT INTO delta.`$p` VALUES (2), (3)")
    sql(s"DELETE FROM delta.`$p` WHERE id = 2")
    sql(s"ALTER TABLE delta.`$p` DROP FEATURE deletionVectors")
    println(scala.util.Try(sql(
      s"ALTER TABLE delta.`$p` SET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion'='1')"
    )))
    println(scala.util.Try(sql(
      s"ALTER TABLE delta.`$p` UNSET TBLPROPERTIES ('delta.requireCheckpointProtectionBeforeVersion')"
    )))
    println(scala.util.Try(
      sql(s"ALTER TABLE delta.`$p` DROP FEATURE checkpointProtection TRUNCATE HISTORY")
    ))
    sql(s"SHOW TBLPROPERTIES delta.`$p`").foreach(println)
    sql(s"DESCRIBE HISTORY delta.`$p`").foreach(println)
    println(scala.util.Try(sql(s"RESTORE TABLE delta.`$p` TO VERSION AS OF 3")))
    spark.range(3).selectExpr("cast(id as int) id").write.format("delta").mode("append").save(p)
    val x = temporaryTable().toUri.getPath
    spark.range(3).write.parquet(x)
    sql(s"CONVERT TO DELTA parquet.`$x`")
    println(scala.io.Source.fromFile(x + "/_delta_log/00000000000000000000.json").mkString)
  }
}
