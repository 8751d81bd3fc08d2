package io.deltaward.guard

import java.nio.file.{Files, Path => JPath}
import java.nio.file.attribute.FileTime

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Row, SparkSession}

import io.deltaward.files.ClusterPolicies
import io.deltaward.storage.CountingFileSystem

/** Tests `spark.deltaward.policies.path`: which commits the policies of a file stop, and which not. */
class PoliciesFileCommitsSuite extends PoliciesFileTest {

  private val ofSales = "policies:\n- schema: sales\n  allowedFeatures: ''\n"

  test("a policy by name holds for the tables of that name, from their first commit on") {
    withPolicies(ofSales)(withSchema("sales")(withSchema("lab") {
      val error = notAllowed(create("sales.orders", vectors))
      assert(error.getMessageParameters.get("policy").endsWith("policies.yaml, line 3"))
      notAllowed(
        sql(s"CREATE TABLE sales.orders USING delta TBLPROPERTIES ($vectors) AS SELECT 1 AS id")
      )
      notAllowed(spark.range(1).write.format("delta")
        .option("delta.enableDeletionVectors", "true").saveAsTable("sales.orders"))
      create("sales.orders")
      notAllowed(alter("sales.orders"))
      notAllowed(sql(
        s"CREATE OR REPLACE TABLE sales.orders (id BIGINT) USING delta TBLPROPERTIES ($vectors)"
      ))
      create("lab.orders", vectors)
      sql("INSERT INTO sales.orders VALUES (1)")
      notAllowed(sql("CREATE TABLE sales.copy SHALLOW CLONE lab.orders"))
      sql("CREATE TABLE lab.copy SHALLOW CLONE lab.orders")
    }))
  }

  test("a table that is made like another one has the policies of its own name") {
    withSchema("sales")(withSchema("lab") {
      create("lab.orders", vectors)
      create("lab.plain")
      val elsewhere = temporaryDirectory().resolve("elsewhere")
      withPolicies(ofSales) {
        notAllowed(sql("CREATE TABLE sales.orders LIKE lab.orders"))
        notAllowed(sql("CREATE TABLE sales.orders LIKE lab.orders USING delta"))
        notAllowed(sql(s"CREATE TABLE sales.orders LIKE lab.orders LOCATION '$elsewhere'"))
        notAllowed(sql(s"CREATE TABLE sales.orders LIKE lab.plain TBLPROPERTIES ($vectors)"))
        sql("CREATE TABLE sales.orders LIKE lab.plain")
        sql("CREATE TABLE lab.copy LIKE lab.orders")
      }
    })
  }

  test("an audit knows the policies of a table that it finds by its place") {
    withSchema("sales") {
      create("sales.orders", vectors)
      val place = location("sales.orders")
      withPolicies(ofSales) {
        Seq("TABLES (sales.orders)", s"TABLES (delta.`$place`)", s"PATH '$place'").foreach {
          where =>
            val found = sql(s"SHOW PROTOCOL COMPATIBILITY IN $where FOR CLIENT 'trino'")
            assert(
              found.map(_.getAs[scala.collection.Seq[String]]("policyViolations").toSeq).toSeq ==
                Seq(Seq("allowedFeatures: deletionVectors is not allowed")),
              where
            )
        }
      }
    }
  }

  test("a mount of Hadoop's takes no policy off a table") {
    val base = temporaryDirectory()
    val mount = "fs.viewfs.mounttable.own.link./m"
    val file =
      s"policies:\n  - path: $base/**\n    allowedFeatures: [appendOnly, invariants]\n"
    withPolicies(file) {
      notAllowed(spark.range(1).write.format("delta").option(mount, s"file://$base")
        .option("delta.enableDeletionVectors", "true").save("viewfs://own/m/t"))
      notAllowed(
        sql(s"CREATE TABLE delta.`$base/u` (id BIGINT) USING delta TBLPROPERTIES ($vectors)")
      )
    }
  }

  test("a mount of Hadoop's that is another class takes none off either") {
    val base = temporaryDirectory()
    val file =
      s"policies:\n  - path: $base/**\n    allowedFeatures: [appendOnly, invariants]\n"
    withPolicies(file) {
      notAllowed(
        spark.range(1).write.format("delta")
          .option("delta.enableDeletionVectors", "true")
          .option("fs.s3a.impl", "org.apache.hadoop.hdfs.ViewDistributedFileSystem")
          .option("fs.s3a.impl.disable.cache", "true")
          .option("fs.defaultFS", "s3a://localhost/")
          .option("ipc.client.connect.max.retries", "0")
          .option("fs.viewfs.mounttable.localhost.link./m", s"file://$base")
          .save("s3a://localhost/m/t")
      )
    }
  }

  test("no character in a path takes a policy off a table") {
    val base = temporaryDirectory()
    val file =
      s"policies:\n  - path: $base/**\n    allowedFeatures: [appendOnly, invariants]\n"
    withPolicies(file) {
      Seq("\n", "\r", "\u0085", "\u2028", "\u2029", "\t", " ", "%0A").foreach { character =>
        notAllowed(
          spark.range(1).write.format("delta").option("delta.enableDeletionVectors", "true")
            .save(s"$base/a${character}b")
        )
      }
    }
  }

  test("a second name takes no policy off a table") {
    withSchema("sales")(withSchema("lab") {
      create("sales.orders")
      val place = location("sales.orders").toUri
      sql(s"CREATE TABLE lab.orders USING delta LOCATION '$place'")
      withPolicies(ofSales)(notAllowed(alter("lab.orders")))
    })
  }

  test("a table that is written by its path has the policies of its names, wherever it is") {
    withSchema("sales") {
      create("sales.orders")
      val managed = location("sales.orders")
      val external = plainTable()
      sql(s"CREATE TABLE sales.lines USING delta LOCATION '${external.toUri}'")
      withPolicies(ofSales) {
        Seq(managed, external).foreach { table =>
          notAllowed(alter(named(table)))
          notAllowed(alter(s"delta.`${table.toUri}/`"))
          sql(s"INSERT INTO ${named(table)} VALUES (3)")
        }
        alter(named(plainTable()))
      }
    }
  }

  private def location(table: String): Path =
    new Path(one(s"DESCRIBE DETAIL $table")("location").toString)

  private def below(directory: JPath, end: String = "/**"): String =
    s"policies:\n- path: $directory$end\n  allowedFeatures: ''\n"

  private def directoryOf(table: Path): JPath = JPath.of(table.toUri).getParent

  test("a policy by path holds for all tables below, by path and by name") {
    val table = plainTable()
    withPolicies(below(directoryOf(table))) {
      notAllowed(alter(named(table)))
      notAllowed(alter(s"delta.`file://${table.toUri.getPath}/../table/`"))
      val beside = new Path(table.getParent, "beside").toUri
      notAllowed(sql(
        s"CREATE TABLE by_name (id BIGINT) USING delta LOCATION '$beside' TBLPROPERTIES ($vectors)"
      ))
      alter(named(plainTable()))
    }
    withPolicies(below(directoryOf(table), "")) {
      alter(named(table), "'delta.enableChangeDataFeed' = 'true'")
    }
    withPolicies(below(directoryOf(table), "/t*"))(notAllowed(alter(named(table))))
  }

  test(
    "a link leads to the same table, wherever it is: in the path that is written, or in the file"
  ) {
    val table = plainTable()
    val link = temporaryDirectory().resolve("link")
    Files.createSymbolicLink(link, directoryOf(table))
    val linked = new Path(link.resolve("table").toUri)
    withPolicies(below(directoryOf(table)))(notAllowed(alter(named(linked))))
    withPolicies(below(link))(notAllowed(alter(named(table))))
    val created = new Path(link.resolve("new").toUri)
    withPolicies(below(directoryOf(table))) {
      notAllowed(sql(
        s"CREATE TABLE ${named(created)} (id BIGINT) USING delta TBLPROPERTIES ($vectors)"
      ))
    }
  }

  test("table and session take the place of the file, and the file that of the cluster's setting") {
    val table = plainTable()
    val own = plainTable("'deltaward.allowedFeatures' = 'deletionVectors'")
    val file = newFile("policies:\n- path: /**\n  allowedFeatures: ''\n")
    withFile(file) {
      alter(named(own))
      withConf("spark.deltaward.allowedFeatures" -> "deletionVectors")(alter(named(table)))
    }
    withFile(file, "spark.deltaward.allowedFeatures" -> "typeWidening") {
      val error = notAllowed(alter(named(table), "'delta.enableTypeWidening' = 'true'"))
      assert(error.getMessageParameters.get("policy").endsWith("policies.yaml, line 3"))
    }
  }

  test("under the lock neither table nor session can ask for less than the file") {
    val own = plainTable(
      "'deltaward.allowedFeatures' = 'deletionVectors', 'deltaward.rule.allowedFeatures.mode' = 'off'"
    )
    withPolicies(below(directoryOf(own)), "spark.deltaward.locked" -> "true") {
      val error = notAllowed(alter(named(own)))
      assert(error.getMessageParameters.get("policy").endsWith("policies.yaml, line 3"))
      withConf(
        "spark.deltaward.allowedFeatures" -> "deletionVectors"
      )(notAllowed(alter(named(own))))
    }
    withPolicies(
      s"policies:\n- path: ${directoryOf(own)}/*\n  modes: {allowedFeatures: off}\n  allowedFeatures: ''\n",
      "spark.deltaward.locked" -> "true"
    )(alter(named(own)))
  }

  test("a mode of the file holds, also one that YAML could take for a truth value") {
    Seq("off", "warn").foreach { mode =>
      val table = plainTable()
      withPolicies(
        s"policies:\n- path: /**\n  allowedFeatures: ''\n  modes: {allowedFeatures: $mode}\n"
      )(alter(named(table)))
    }
  }

  test("the most specific entry decides, each value by itself") {
    withSchema("sales")(withPolicies(
      """policies:
        |- catalog: spark_catalog
        |  allowedFeatures: ''
        |  requiredClients: delta-standalone read
        |- schema: SALES
        |  allowedFeatures: deletionVectors, typeWidening
        |- schema: sales
        |  table: '*s'
        |  modes: {requiredClients: off}
        |""".stripMargin
    ) {
      create("sales.orders", vectors)
      notAllowed(alter("sales.orders", "'delta.enableInCommitTimestamps' = 'true'"))
      create("sales.stock")
      val error = refusalOf(alter("sales.stock"))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
      assert(error.getMessageParameters.get("policy").endsWith("policies.yaml, line 4"))
    })
  }

  private val unusable = Seq(
    "not: [closed" -> "line 1, column 13: ",
    "policies:\n- table: t\n  table: u\n  allowedFeatures: ''\n" -> "line 3, column 8: Duplicate",
    "policies: []\n---\npolicies: []\n" -> "line 3, column 1: the file contains a second document",
    "policies:\n- table: *orders\n  allowedFeatures: ''\n" -> "must be in quotes",
    "policies:\n- table: &t x\n  schema: *t\n  allowedFeatures: ''\n" ->
      "line 3, column 11: there is a reference",
    "policies:\n- table: t\n  allowedFeature: ''\n" ->
      "line 3, column 19: $.policies[0].allowedFeature: is not one of",
    "policies:\n- table: t\n  requiredClients: trno read\n" ->
      "line 3, column 20: deltaward.requiredClients = 'trno read': there is no client trno; did you mean trino?",
    "policies:\n- schema: s\n  allowedFeatures: ''\n- schema: S\n  allowedFeatures: ''\n" ->
      "line 4, column 3: $.policies[1]: matches tables of the entry at line 2, column 3",
    "policies:\n- path: s3://**\n  allowedFeatures: ''\n" ->
      "line 2, column 9: $.policies[0].path: must name a bucket",
    "" -> "must be an object"
  )

  unusable.foreach { case (text, expected) =>
    test(s"a file that cannot be used stops changes, and no rows: $expected") {
      val table = plainTable()
      withPolicies(text) {
        problem(unread(alter(named(table))), expected)
        sql(s"INSERT INTO ${named(table)} VALUES (3)")
      }
    }
  }

  test("a file that is not there, is a directory or not in UTF-8 is told as such") {
    val table = plainTable()
    val directory = temporaryDirectory()
    withFile(directory.resolve("none.yaml"))(
      problem(unread(alter(named(table))), "the file does not exist")
    )
    withFile(directory)(problem(unread(alter(named(table))), "it is a directory"))
    val latin =
      Files.write(directory.resolve("latin.yaml"), "policies:\n- table: ä".getBytes("ISO-8859-1"))
    withFile(latin)(problem(
      unread(alter(named(table))),
      "line 2, column 10: the file is not in UTF-8"
    ))
    onCluster("spark.deltaward.policies.path" -> "nowhere://x/y") {
      problem(unread(alter(named(table))), "nowhere")
    }
  }

  test("a mode of the session is a way out, and under the lock none") {
    val file = temporaryDirectory().resolve("none.yaml")
    val off = Seq("validPolicy", "requiredClients", "allowedFeatures")
      .map(rule => s"spark.deltaward.rule.$rule.mode" -> "off")
    val table = plainTable()
    withConf(off: _*) {
      withFile(file)(alter(named(table)))
      withFile(file, "spark.deltaward.locked" -> "true") {
        unread(alter(named(table), "'delta.enableTypeWidening' = 'true'"))
      }
    }
    withFile(file, off: _*)(unread(alter(named(plainTable()))))
  }

  test(
    "a change of the file holds at once, and an unchanged file is not read again"
  ) {
    val table = plainTable()
    val file = newFile("policies: 7\n")
    withFile(file) {
      unread(alter(named(table)))
      rewritten(file, below(directoryOf(table)))
      notAllowed(alter(named(table)))
      val first = ClusterPolicies.forSession(spark)
      assert(first.get.toOption.get eq ClusterPolicies.forSession(spark).get.toOption.get)
      rewritten(file, "policies: []\n")
      alter(named(table))
    }
  }

  test("a file that could not be used is tried again, as it is") {
    val right = "policies: []\n"
    val file = newFile(right.replace("[]", "{}"))
    val time = Files.getLastModifiedTime(file)
    withFile(file) {
      assert(ClusterPolicies.forSession(spark).get.isLeft)
      Files.writeString(file, right)
      Files.setLastModifiedTime(file, time)
      assert(ClusterPolicies.forSession(spark).get.isRight)
    }
  }

  test("a file that was written the moment before it was read is read again") {
    val table = plainTable()
    val (strict, none) = (below(directoryOf(table)), "policies: [] #")
    val now = FileTime.fromMillis(System.currentTimeMillis())
    val file = newFile(strict)
    Files.setLastModifiedTime(file, now)
    withFile(file) {
      notAllowed(alter(named(table)))
      Files.writeString(file, none.padTo(strict.length, '#'))
      Files.setLastModifiedTime(file, now)
      alter(named(table))
    }
  }

  test("EXPLAIN PROTOCOL and EXPLAIN DROP FEATURE foresee it") {
    withSchema("sales") {
      create("sales.orders", vectors)
      withPolicies(ofSales) {
        val foreseen = one(
          "EXPLAIN PROTOCOL ALTER TABLE sales.orders SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')"
        )
        assert(foreseen("refusedBy") == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
        val steps = rows(spark.sql("EXPLAIN DROP FEATURE deletionVectors FOR sales.orders"))
        assert(steps.exists(_.values.exists(value =>
          String.valueOf(value).contains("policies.yaml")
        )))
      }
    }
  }

  test("SHOW PROTOCOL POLICY names the file and the line, and what is wrong with it") {
    withSchema("sales") {
      create("sales.orders")
      withPolicies(
        s"$ofSales  modes: {lowestProtocol: warn}\n",
        "spark.deltaward.locked" -> "true"
      ) {
        def shown(clause: String): Map[String, Map[String, Any]] =
          rows(spark.sql(s"SHOW PROTOCOL POLICY $clause")).map(row =>
            row("rule").toString -> row
          ).toMap
        Seq("sales.orders", named(location("sales.orders"))).foreach { table =>
          val rules = shown(s"FOR $table")
          val lowest = rules("lowestProtocol")
          assert(lowest("mode") == "warn" && lowest("modeSource") == "file")
          assert(lowest("modeKey").toString.endsWith("policies.yaml, line 4"))
          val entry = rules("allowedFeatures")("setIn").asInstanceOf[collection.Seq[Row]].head
          assert(entry.getString(0) == "file" &&
            entry.getString(1).endsWith("policies.yaml, line 3"))
        }
        assert(shown("").values.forall(_("modeSource") == "default"))
      }
      withPolicies("policies: 7\n") {
        val row = rows(spark.sql("SHOW PROTOCOL POLICY")).find(_("rule") == "validPolicy").get
        assert(row("problems").toString.contains("[DELTAWARD_INVALID_POLICIES_FILE]"))
      }
    }
  }

  test("to look whether the file has changed takes one request for rows that go in") {
    val conf = spark.sparkContext.hadoopConfiguration
    conf.set("fs.count.impl", classOf[CountingFileSystem].getName)
    val table = plainTable()
    val file = CountingFileSystem.counted(new Path(newFile(below(directoryOf(table))).toUri))
    try onCluster("spark.deltaward.policies.path" -> file.toString) {
        notAllowed(alter(named(table)))
        val insert = CountingFileSystem.count(sql(s"INSERT INTO ${named(table)} VALUES (3)"))
        assert(insert.requests == Seq("HEAD policies.yaml"))
      }
    finally conf.unset("fs.count.impl")
  }

  test("a session that is built alone can have a file of its own, and on a locked cluster none") {
    val table = plainTable()
    val own = newFile(below(directoryOf(table))).toString
    SparkSession.clearActiveSession()
    SparkSession.clearDefaultSession()
    try {
      val alone = SparkSession.builder()
        .config("spark.deltaward.policies.path", own)
        .config(
          "spark.sql.catalog.spark_catalog",
          "org.apache.spark.sql.delta.catalog.DeltaCatalog"
        )
        .withExtensions(new io.delta.sql.DeltaSparkSessionExtension)
        .withExtensions(new io.deltaward.DeltawardSparkSessionExtension)
        .getOrCreate()
      notAllowed(alone.sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)"))
      onCluster("spark.deltaward.locked" -> "true") {
        assert(ClusterPolicies.forSession(alone).isEmpty)
      }
    } finally {
      SparkSession.setDefaultSession(spark)
      SparkSession.setActiveSession(spark)
    }
  }

  test("no session can name another file") {
    val table = plainTable()
    withPolicies(below(directoryOf(table))) {
      val error = failure(sql("SET spark.deltaward.policies.path = /other.yaml"))
      assert(error.getCondition.startsWith("CANNOT_MODIFY"))
      assert(failure(spark.conf.set("spark.deltaward.policies.path", "/other.yaml")).getCondition
        .startsWith("CANNOT_MODIFY"))
      notAllowed(alter(named(table)))
    }
  }
}
