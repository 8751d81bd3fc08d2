package io.deltaward.errors

import io.deltaward.commands.{ReadOnlyStatements, ShowCommitWarnings}
import io.deltaward.files.ClusterPolicies
import org.apache.spark.sql.delta.deltaward.DeltaFit

/** Makes mistakes in statements and settings. */
trait StatementConditions extends Raised {

  private def withTable(create: String, drop: String)(body: => Any): Any = {
    sql(create)
    try body
    finally sql(drop): Unit
  }

  val statementConditions: Ways = Seq(
    "DELTAWARD_SYNTAX_ERROR" -> (() => sql("SHOW PROTOCOL COMPATABILITY t")),
    "DELTAWARD_CANNOT_EXPLAIN" -> (() => sql("EXPLAIN PROTOCOL SELECT 1")),
    "DELTAWARD_UNKNOWN_CLIENT" -> { () =>
      sql(s"SHOW PROTOCOL COMPATIBILITY ${named(temporaryTable())} FOR CLIENT 'trinoo'")
    },
    "DELTAWARD_INVALID_CLIENTS_FILE" -> { () =>
      withConf("spark.deltaward.clients.path" -> "/no/such/file")(sql("SHOW DELTA CLIENTS"))
    },
    "DELTAWARD_INVALID_POLICIES_FILE" -> { () =>
      val cluster = org.apache.spark.SparkEnv.get.conf
      cluster.set("spark.deltaward.policies.path", "/no/such/file")
      try ClusterPolicies.required(spark)
      finally cluster.remove("spark.deltaward.policies.path"): Unit
    },
    "DELTAWARD_INVALID_SETTING.UNKNOWN_KEY" -> { () =>
      sql("SET spark.deltaward.requiredClient = trino read")
    },
    "DELTAWARD_INVALID_SETTING.POLICY" -> { () =>
      sql("SET spark.deltaward.requiredClients = synapse write")
    },
    "DELTAWARD_INVALID_SETTING.PROPERTY_AS_OPTION" -> { () =>
      spark.range(1).write.format("delta").option("deltaward.requiredClients", "trino read")
        .save(temporaryTable().toString)
    },
    "DELTAWARD_SETTING_LOCKED" -> { () =>
      val cluster = org.apache.spark.SparkEnv.get.conf.set("spark.deltaward.locked", "true")
      try sql("SET spark.deltaward.enabled = false")
      finally cluster.remove("spark.deltaward.locked"): Unit
    },
    "DELTAWARD_UNSUPPORTED_DELTA" -> { () =>
      DeltaFit.requireIn(ClassLoader.getPlatformClassLoader)
    },
    "DELTAWARD_UNSUPPORTED_STATEMENT.READ_ONLY" ->
      (() => ReadOnlyStatements.require(ShowCommitWarnings())),
    "DELTAWARD_UNSUPPORTED_STATEMENT.MEMBERS_MISSING" ->
      (() => throw Errors.unsupportedStatement("4.4.0 on Spark 4.2.0", Seq("DeltaLog.update"))),
    "DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION" -> (() => throw Errors.extensionMissing),
    "DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG" -> (() => throw Errors.catalogMissing("lake"))
  ) ++ inFamily(
    "DELTAWARD_NOT_A_DELTA_TABLE",
    Seq(
      "TEMPORARY_VIEW" -> { () =>
        withTable("CREATE TEMPORARY VIEW passing AS SELECT 1 AS one", "DROP VIEW passing") {
          sql("DESCRIBE PROTOCOL passing")
        }
      },
      "VIEW" -> { () =>
        withTable("CREATE VIEW lasting AS SELECT 1 AS one", "DROP VIEW lasting") {
          sql("SHOW TABLE FEATURES lasting")
        }
      },
      "OTHER_FORMAT" -> { () =>
        withTable("CREATE TABLE rows (id BIGINT) USING parquet", "DROP TABLE rows") {
          sql("SHOW PROTOCOL COMPATIBILITY rows")
        }
      },
      "NOT_A_PATH" -> (() => sql("DESCRIBE PROTOCOL 'a:b'")),
      "NO_DIRECTORY" -> (() => throw Errors.notDelta("NO_DIRECTORY", "'/lake/a.json'")),
      "NO_LOCATION" -> (() => throw Errors.notDelta("NO_LOCATION", "lake.t"))
    )
  )
}
