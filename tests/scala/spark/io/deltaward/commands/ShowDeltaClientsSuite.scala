package io.deltaward.commands

class ShowDeltaClientsSuite extends CommandTest {

  private def clients(pattern: String): Set[Any] =
    rows(spark.sql(s"SHOW DELTA CLIENTS $pattern")).map(_("client")).toSet

  test("all clients are listed, each with its evidence and date") {
    assert(clients("").size >= 20)
    assert(rows(spark.sql("SHOW DELTA CLIENTS")).exists(r =>
      r("evidence") == "source" && r("verifiedAt") != null
    ))
  }

  test("LIKE works as in Spark's own SHOW statements: * and |, whatever the case") {
    assert(clients("LIKE 'TRINO'") == Set("trino"))
    assert(clients("LIKE 'tri*|polars'") == Set("trino", "polars"))
    assert(clients("LIKE 'delta-rs'") == Set("deltalake"), "by an alias")
    assert(clients("LIKE 'no such client'").isEmpty)
  }
}
