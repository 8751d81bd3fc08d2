package io.deltaward.guard

import org.apache.spark.SparkThrowable

import io.deltaward.clients.ClientRegistry
import io.deltaward.policy.Policies
import io.deltaward.text.Screen

/** Tests what a refusal says. It fits a screen, says a thing once, and speaks of the user's own table and statement. */
class RefusalTextSuite extends PolicyTest {

  private def messageOf(error: SparkThrowable): String = error.asInstanceOf[Throwable].getMessage

  /** Every client that a policy can require, from its oldest known version on. */
  private lazy val everyClient: String = {
    val registry = ClientRegistry.builtIn
    val entries = for {
      client <- registry.clients
      from <- client.releases.headOption.map(_.version).toSeq
      access <- Seq("read", "write")
    } yield s"${client.id}>=$from $access"
    entries.filter(entry => new Policies(Seq(entry), Nil, registry).required.isRight).mkString(", ")
  }

  test("a refusal fits a screen with every client required, in every version and on every path") {
    withConf(
      "spark.deltaward.requiredClients" -> everyClient,
      "spark.deltaward.allowedFeatures" -> "appendOnly"
    ) {
      val table = temporaryTable()
      val error = refusalOf {
        sql(
          s"CREATE TABLE ${named(table)} (id BIGINT, seen TIMESTAMP_NTZ) USING delta CLUSTER BY (id)"
        )
      }
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.SEVERAL_FINDINGS")
      val message = messageOf(error)
      assert(Screen.holds(message), message)
      assert("was refused by".r.findAllIn(message).size == 1, message)
      assert("\\[REQUIRED_CLIENT_LOCKED_OUT\\]".r.findAllIn(message).size == 1, message)
      assert(message.contains("[FEATURE_NOT_ALLOWED]"), message)
    }
  }

  test("a client whose access paths have the same verdict has one line") {
    withConf("spark.deltaward.requiredClients" -> "deltalake=0.20.2 write") {
      val table = temporaryTable()
      val message = messageOf(refusalOf {
        sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta CLUSTER BY (id)")
      })
      assert(message.linesIterator.count(_.startsWith("- deltalake 0.20.2 (")) == 1, message)
      assert(message.length < 700, message)
    }
  }

  test("a refusal names a new table and the statement as the user wrote them") {
    requiringBasic {
      def refused(statement: String): String = messageOf(refusalOf(sql(statement)))
      val seen = "seen TIMESTAMP_NTZ"
      assert(refused(s"CREATE TABLE told ($seen) USING delta")
        .contains("The commit to spark_catalog.default.told (CREATE TABLE) was refused by"))
      val location = temporaryTable()
      assert(refused(s"CREATE TABLE told ($seen) USING delta LOCATION '$location'")
        .contains("The commit to spark_catalog.default.told (CREATE TABLE) was refused by"))
      assert(refused("CREATE TABLE told USING delta AS SELECT TIMESTAMP_NTZ'2026-01-01' AS seen")
        .contains(
          "The commit to spark_catalog.default.told (CREATE TABLE AS SELECT) was refused by"
        ))
      assert(refused(s"CREATE TABLE ${named(location)} ($seen) USING delta")
        .contains(s"The commit to delta.`${location.toUri.getPath}` (CREATE TABLE) was refused by"))
    }
  }

  test("a refusal names a change of a table as the user wrote it") {
    sql("CREATE TABLE told (id BIGINT) USING delta")
    try
      requiringBasic {
        def refused(statement: String): String = messageOf(refusalOf(sql(statement)))
        val vectors = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
        assert(refused(s"ALTER TABLE told SET $vectors")
          .contains("The commit to spark_catalog.default.told (SET TBLPROPERTIES) was refused by"))
        assert(refused(s"CREATE OR REPLACE TABLE told (id BIGINT) USING delta $vectors")
          .contains(
            "The commit to spark_catalog.default.told (CREATE OR REPLACE TABLE) was refused by"
          ))
      }
    finally sql("DROP TABLE told"): Unit
  }
}
