package io.deltaward.commands

import java.nio.file.Files
import java.time.LocalDate

class ShowDeltaClientsSuite extends CommandTest {

  private def clients(pattern: String): Set[Any] =
    rows(spark.sql(s"SHOW DELTA CLIENTS $pattern")).map(_("client")).toSet

  test("all clients are listed, each with its evidence and date") {
    assert(clients("").size >= 20)
    assert(rows(spark.sql("SHOW DELTA CLIENTS")).exists(r =>
      r("evidence") == "source" && r("verifiedAt") != null
    ))
  }

  test("what was last checked more than 90 days ago is stale") {
    val file = Files.createTempFile("clients", ".json")
    def release(version: Int, daysAgo: Int) =
      s"""{"version":"$version","accessPath":"p","evidence":"source","sources":["s"],
         |"verifiedAt":"${LocalDate.now().minusDays(daysAgo.toLong)}",
         |"read":{"versions":[1],"features":[],"otherFeatures":"refused"},
         |"write":{"noEvidence":"n"}}""".stripMargin
    Files.writeString(
      file,
      s"""{"id":"own","name":"O","unknownFeatureBehaviour":{"read":"r","write":"w"},
         |"releases":[${release(1, 92)},${release(2, 89)}]}""".stripMargin
    )
    withConf("spark.deltaward.clients.path" -> file.toString) {
      assert(rows(spark.sql("SHOW DELTA CLIENTS LIKE 'own'")).map(_("stale")) == Seq(true, false))
    }
  }

  test("LIKE works as in Spark's own SHOW statements: * and |, whatever the case") {
    assert(clients("LIKE 'TRINO'") == Set("trino"))
    assert(clients("LIKE 'tri*|polars'") == Set("trino", "polars"))
    assert(clients("LIKE 'delta-rs'") == Set("deltalake"), "by an alias")
    assert(clients("LIKE 'no such client'").isEmpty)
  }
}
