package io.deltaward.commands

import org.apache.hadoop.fs.Path

class TableNamesSuite extends CommandTest {

  test("a table is found by one-part, two-part, three-part and quoted names, and by path") {
    sql("CREATE DATABASE IF NOT EXISTS other")
    sql("CREATE OR REPLACE TABLE other.orders (id BIGINT) USING delta")
    sql("CREATE OR REPLACE TABLE plain (id BIGINT) USING delta")
    val location = one("DESCRIBE PROTOCOL plain")("location").toString
    assert(one("DESCRIBE PROTOCOL default.plain")("location") == location)
    assert(one("DESCRIBE PROTOCOL spark_catalog.default.plain")("location") == location)
    assert(one(s"DESCRIBE PROTOCOL delta.`$location`")("tableName") == null)
    assert(one(s"DESCRIBE PROTOCOL '$location'")("version") == 0)
    assert(one("DESCRIBE PROTOCOL `other`.`orders`")("tableName") == "spark_catalog.other.orders")
    sql("USE other")
    try assert(one("DESCRIBE PROTOCOL orders")("tableName") == "spark_catalog.other.orders")
    finally spark.sql("USE default"): Unit
  }

  test("a path with a backquote, a blank and a quote is found, quoted either way") {
    val table = new Path(temporaryDirectory().resolve("or`der's 2").toUri)
    spark.range(1).write.format("delta").save(table.toString)
    val path = table.toUri.getPath
    val byName = one(s"DESCRIBE PROTOCOL delta.`${path.replace("`", "``")}`")
    assert(byName("version") == 0)
    assert(one(s"DESCRIBE PROTOCOL '${path.replace("'", "\\'")}'") == byName)
  }

  test("keywords of ours are still names of tables") {
    sql("CREATE OR REPLACE TABLE protocol (features BIGINT) USING delta")
    assert(one("DESCRIBE PROTOCOL protocol")("version") == 0)
    assert(sql("DESCRIBE protocol").head.getString(0) == "features")
    assert(sql("DESCRIBE protocol;").head.getString(0) == "features")
  }

  test("a temporary view is refused") {
    spark.range(1).createOrReplaceTempView("a_view")
    val error = failure(sql("SHOW PROTOCOL COMPATIBILITY a_view"))
    assert(error.getCondition == "DELTAWARD_NOT_A_DELTA_TABLE.TEMPORARY_VIEW")
    assert(error.getSqlState == "42809" && error.getMessageParameters.get("table") == "a_view")
  }

  test("a view of the catalog is refused") {
    sql("CREATE OR REPLACE VIEW kept_view AS SELECT 1 AS id")
    assert(failure(sql("SHOW TABLE FEATURES kept_view")).getCondition ==
      "DELTAWARD_NOT_A_DELTA_TABLE.VIEW")
  }

  test("a table of another format is refused, by name and by path") {
    sql("CREATE TABLE IF NOT EXISTS plain_parquet (id BIGINT) USING parquet")
    val byName = failure(sql("DESCRIBE PROTOCOL plain_parquet"))
    assert(byName.getCondition == "DELTAWARD_NOT_A_DELTA_TABLE.OTHER_FORMAT")
    assert(byName.getMessageParameters.get("format") == "parquet")
    val byPath = failure(sql(s"DESCRIBE PROTOCOL parquet.`${temporaryDirectory()}`"))
    assert(byPath.getCondition == "DELTAWARD_NOT_A_DELTA_TABLE.OTHER_FORMAT")
  }

  test("a name that nothing has gives Spark's own error") {
    assert(
      failure(sql("DESCRIBE PROTOCOL nowhere")).getCondition.startsWith("TABLE_OR_VIEW_NOT_FOUND")
    )
    assert(failure(sql("DESCRIBE PROTOCOL no_db.nowhere")).getCondition.contains("NOT_FOUND"))
  }

  test("a path without a table says so") {
    val empty = temporaryDirectory()
    assert(failure(sql(s"DESCRIBE PROTOCOL delta.`$empty`")).getCondition ==
      "DELTAWARD_TABLE_NOT_READABLE.NOT_A_TABLE")
    assert(
      failure(sql(s"DESCRIBE PROTOCOL delta.`$empty/x`")).getCondition ==
        "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND"
    )
  }

  test("a name with a part too many, or one too few, is refused as Spark refuses it") {
    sql("CREATE TABLE parted (id BIGINT) USING delta")
    try
      Seq("default.more.parted", "spark_catalog.parted").foreach { name =>
        val ours = failure(sql(s"ALTER TABLE $name NORMALIZE PROTOCOL")).getCondition
        assert(ours == "REQUIRES_SINGLE_PART_NAMESPACE", name)
        assert(failure(sql(s"SELECT * FROM $name")).getCondition == ours, name)
      }
    finally sql("DROP TABLE parted"): Unit
  }
}
