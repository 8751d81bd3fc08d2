package io.deltaward.concurrency

import io.deltaward.commands.CommandTest

/** Tests rules I1 and I2: which level holds, and that the commit says so. */
class IsolationLevelSuite extends CommandTest {

  private val Default = "spark.deltaward.isolation.default"

  private def levelOfLastCommit(table: org.apache.hadoop.fs.Path): String =
    sql(s"DESCRIBE HISTORY ${named(table)} LIMIT 1").head.getAs[String]("isolationLevel")

  private def table(properties: String = ""): org.apache.hadoop.fs.Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta $properties")
    path
  }

  test("both levels can be set on a table, and its commits say which they had") {
    val path = table()
    Seq("WriteSerializable", "Serializable").foreach { level =>
      sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.isolationLevel' = '$level')")
      sql(s"INSERT INTO ${named(path)} VALUES (1)")
      assert(levelOfLastCommit(path) == level)
    }
  }

  test("a table can be created with either level") {
    val path = table("TBLPROPERTIES ('delta.isolationLevel' = 'WriteSerializable')")
    sql(s"INSERT INTO ${named(path)} VALUES (1)")
    assert(levelOfLastCommit(path) == "WriteSerializable")
  }

  test("an invalid level is refused with a message that names both levels") {
    Seq("SnapshotIsolation").foreach { level =>
      val error = intercept[Exception](
        table(s"TBLPROPERTIES ('delta.isolationLevel' = '$level')")
      )
      assert(error.getMessage.contains("must be Serializable or WriteSerializable"))
    }
  }

  test("a table without the property has the session's default") {
    val path = table()
    sql(s"INSERT INTO ${named(path)} VALUES (1)")
    assert(levelOfLastCommit(path) == "Serializable")
    withConf(Default -> "WriteSerializable") {
      sql(s"INSERT INTO ${named(path)} VALUES (2)")
      assert(levelOfLastCommit(path) == "WriteSerializable")
    }
  }

  test("the table's own level wins over the session's default") {
    val path = table("TBLPROPERTIES ('delta.isolationLevel' = 'Serializable')")
    withConf(Default -> "WriteSerializable") {
      sql(s"INSERT INTO ${named(path)} VALUES (1)")
      assert(levelOfLastCommit(path) == "Serializable")
    }
  }

  test("a default that is no level is refused when it is set") {
    val error = intercept[Exception](spark.conf.set(Default, "Snapshot"))
    assert(error.getMessage.contains("WriteSerializable"))
  }

}
