package io.deltaward.fleet

import java.nio.file.{Files, Path => JPath}
import java.util.concurrent.CountDownLatch

import org.apache.hadoop.fs.{FileStatus, FilterFileSystem, Path, RemoteIterator}
import org.apache.hadoop.security.AccessControlException
import org.apache.hadoop.util.functional.RemoteIterators
import org.apache.spark.sql.AnalysisException

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import io.deltaward.storage.QuickLocalFileSystem

class FleetSuite extends CommandTest {

  private def fleet(where: String, more: String = ""): Seq[Map[String, Any]] =
    rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY IN $where $more"))

  private def inPath(root: JPath, more: String = "FOR CLIENT 'trino'"): Seq[Map[String, Any]] =
    fleet(s"PATH '${root.toString.replace("'", "\\'")}'", more)

  private def locations(found: Seq[Map[String, Any]]): Set[String] =
    found.map(_("location").toString).toSet

  /** Keeps the columns that the statement on one table has, too. That statement shows a fix in place of steps. */
  private def shared(found: Seq[Map[String, Any]]): Seq[Map[String, Any]] =
    found.map(_.filter { case (column, _) => FleetSuite.shared(column) })

  private def tableAt(path: JPath, properties: String = ""): String = {
    val table = named(new Path(path.toUri))
    sql(s"CREATE TABLE $table USING delta $properties AS SELECT id FROM range(3)")
    path.toString
  }

  private lazy val lake: JPath = {
    val root = temporaryDirectory()
    tableAt(root.resolve("plain"))
    tableAt(
      root.resolve("sales/2026/orders"),
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
    )
    spark.range(3).selectExpr(
      "id",
      "id AS part"
    ).write.partitionBy("part").parquet(root.resolve("parquet").toString)
    tableAt(root.resolve("_hidden/old"))
    root
  }

  test("every table below a directory has the rows that it has by itself") {
    // Without checksums, an audit does not find out whether deletion vectors are used.
    RunningDelta.needsChecksums()
    val found = inPath(lake, "ALL VERSIONS ALL ACCESS PATHS")
    val tables = Set("plain", "sales/2026/orders").map(lake.resolve(_).toString)
    assert(locations(found) == tables)
    tables.foreach { table =>
      val alone =
        rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY delta.`$table` ALL VERSIONS ALL ACCESS PATHS"))
      assert(shared(found.filter(_("location") == table)) == shared(alone))
    }
  }

  test("a table says what its protocol and its log are like, and who wrote it last") {
    RunningDelta.needsVectorDrops()
    val root = temporaryDirectory()
    val path = tableAt(
      root.resolve("t"),
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.feature.v2Checkpoint' = 'supported')"
    )
    val table = named(new Path(path))
    sql(s"INSERT INTO $table VALUES (7)")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')")
    makeCheckpoint(new Path(path))
    sql(s"ALTER TABLE $table DROP FEATURE deletionVectors")
    val row = inPath(root).head
    val about = sql(s"DESCRIBE PROTOCOL $table").head
    Seq("minReaderVersion", "minWriterVersion", "version").foreach(column =>
      assert(row(column) == about.getAs[Any](column))
    )
    assert(row("supportedFeatures") == about.getAs[Any]("supportedFeatures"))
    val history = sql(s"DESCRIBE HISTORY $table LIMIT 1").head
    assert(row("engineInfo") == history.getAs[String]("engineInfo"))
    assert(row("lastModified") == history.getAs[Any]("timestamp"))
    val protection = sql(s"SHOW CHECKPOINT PROTECTION $table").head
    assert(row("boundary") == protection.getAs[Any]("boundary") && row("boundary") != null)
    assert(row("logBytes") == protection.getAs[Any]("logBytes"))
    val log = JPath.of(path, "_delta_log")
    val files = Files.walk(log).filter(Files.isRegularFile(_)).count()
    val checksums = Files.walk(log).filter(_.getFileName.toString.startsWith(".")).count()
    assert(row("logFiles") == files - checksums || row("logFiles") == files)
    assert(Files.list(log.resolve("_sidecars")).count() > 0)
  }

  test("what unlocks a table are the steps of the fix that the table has by itself") {
    RunningDelta.needsVectorDrops()
    val root = temporaryDirectory()
    val path = tableAt(
      root.resolve("t"),
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.enableTypeWidening' = 'true')"
    )
    val found = inPath(root, "")
    val alone = rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY ${named(new Path(path))}"))
    assert(found.map(_("unlockedBy") == null) == alone.map(row =>
      row("fix") == null || row("fix").toString.startsWith("CREATE TABLE")
    ))
    val single = found.zip(alone).filter { case (_, by) =>
      by("fix") != null && !by("fix").toString.contains("MAKE COMPATIBLE")
    }
    assert(single.nonEmpty)
    single.foreach { case (in, by) =>
      val steps = in("unlockedBy").asInstanceOf[scala.collection.Seq[String]]
      assert(by("fix").toString.split(" -- ").head ==
        steps.map(step => s"ALTER TABLE ${named(new Path(path))} $step").mkString(";\n"))
    }
  }

  test("far timestamps are told from near ones, whatever the log has of the files") {
    val root = temporaryDirectory()
    def insert(table: String, year: Int, how: String = "INTO"): Unit =
      sql(s"INSERT $how $table SELECT id, TIMESTAMP'$year-01-01 00:00:00' FROM range(3)"): Unit
    def tableOf(name: String, year: Int, properties: String = ""): Path = {
      val path = new Path(root.resolve(name).toUri)
      sql(s"CREATE TABLE ${named(path)} (id BIGINT, at TIMESTAMP) USING delta $properties")
      insert(named(path), year)
      path
    }
    val v2 = "TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')"
    Seq("near" -> 2026, "far" -> 9999).foreach { case (name, year) =>
      tableOf(s"$name-in-checksum", year)
      withoutChecksums(tableOf(s"$name-in-commits", year))
      Seq("classic" -> "", "v2" -> v2).foreach { case (kind, properties) =>
        val path = tableOf(s"$name-in-$kind", year, properties)
        makeCheckpoint(path)
        insert(named(path), 2025)
        withoutChecksums(path)
      }
    }
    val removed = tableOf("near-once-far", 9999)
    makeCheckpoint(removed)
    insert(named(removed), 2026, "OVERWRITE TABLE")
    withoutChecksums(removed)
    val verdicts = inPath(root, "FOR CLIENT 'deltalake[rust]' '1.6.6'").map(row =>
      JPath.of(row("location").toString).getFileName.toString -> row("readVerdict")
    )
    assert(verdicts.size == 9)
    verdicts.foreach { case (name, verdict) =>
      assert(verdict == (if (name.startsWith("far")) "SILENTLY_WRONG" else "OK"), name)
    }
  }

  test("a client that does not find the files of a shallow clone cannot read it") {
    val root = temporaryDirectory()
    val source = named(new Path(tableAt(root.resolve("source"))))
    val clone = new Path(root.resolve("clone").toUri)
    sql(s"CREATE TABLE ${named(clone)} SHALLOW CLONE $source")
    val client = "FOR CLIENT 'duckdb-delta[delta_scan]' '1.5.5'"
    def alone = sql(s"SHOW PROTOCOL COMPATIBILITY FOR ${named(clone)} $client")
      .head.getAs[String]("readVerdict")
    def inAudit = inPath(root, client).map(row =>
      JPath.of(row("location").toString).getFileName.toString -> row("readVerdict")
    ).toMap
    assert(alone == "BLOCKED" && inAudit == Map("source" -> "OK", "clone" -> "BLOCKED"))
    withoutChecksums(clone)
    assert(alone == "BLOCKED" && inAudit("clone") == "BLOCKED")
    sql(s"INSERT OVERWRITE ${named(clone)} SELECT * FROM $source")
    assert(alone == "OK" && inAudit("clone") == "OK")
  }

  test("what a table breaks of the policies in force is told, by whomever it was brought about") {
    val root = temporaryDirectory()
    tableAt(root.resolve("open"))
    val vectors = "'delta.enableDeletionVectors' = 'true'"
    tableAt(root.resolve("closed"), s"TBLPROPERTIES ($vectors)")
    val own = named(new Path(tableAt(root.resolve("own"), s"TBLPROPERTIES ($vectors)")))
    sql(s"ALTER TABLE $own SET TBLPROPERTIES ('deltaward.allowedFeatures' = 'appendOnly')")
    def violations: Map[String, String] = inPath(root).map { row =>
      JPath.of(row("location").toString).getFileName.toString -> row("policyViolations")
        .asInstanceOf[scala.collection.Seq[String]].mkString("; ")
    }.toMap
    val far = named(new Path(root.resolve("far").toUri))
    sql(s"CREATE TABLE $far USING delta AS SELECT TIMESTAMP'9999-12-31 00:00:00' AS at")
    assert(violations.filter(_._2.nonEmpty).keySet == Set("own"))
    withConf("spark.deltaward.requiredClients" -> "deltalake[rust] read") {
      val found = violations
      assert(found("far").contains("farTimestamps"))
      assert(found("open") == "")
    }
    withConf("spark.deltaward.requiredClients" -> "synapse-serverless-sql read") {
      val found = violations
      assert(found("open") == "")
      assert(found("closed").contains("synapse-serverless-sql"))
      assert(found("own").contains("deletionVectors is not allowed"))
    }
  }

  test("columns that are not selected cost no request") {
    RunningDelta.needsChecksums()
    val root = temporaryDirectory()
    val path = tableAt(root.resolve("t"))
    val commit = JPath.of(path, "_delta_log", f"${0}%020d.json")
    val written = Files.getLastModifiedTime(commit)
    Files.writeString(commit, "{}{")
    Files.setLastModifiedTime(commit, written)
    val asked = spark.sql(s"SHOW PROTOCOL COMPATIBILITY IN PATH '$root' FOR CLIENT 'trino'")
    assert(asked.select("engineInfo").head().isNullAt(0))
    assert(asked.select("readVerdict").head().getString(0) == "OK")
  }

  test("a root that is itself a table is one") {
    val table = tableAt(temporaryDirectory().resolve("t"))
    assert(locations(inPath(JPath.of(table))) == Set(table))
  }

  test("a directory without tables gives no row, and one that is not there is an error") {
    assert(inPath(temporaryDirectory()) == Nil)
    val gone = temporaryDirectory().resolve("gone")
    val error = intercept[AnalysisException](inPath(gone))
    assert(error.getCondition == "PATH_NOT_FOUND" && error.getMessage.contains(gone.toString))
  }

  test("a table that cannot be read is one row with its condition, and never OK") {
    val root = temporaryDirectory()
    tableAt(root.resolve("good"))
    val cut = JPath.of(tableAt(root.resolve("cut"))).resolve("_delta_log")
    Files.writeString(cut.resolve(f"${1}%020d.json"), "{\"add\":{")
    Files.createDirectories(root.resolve("empty/_delta_log"))
    val byTable =
      inPath(root).groupBy(row => JPath.of(row("location").toString).getFileName.toString)
    assert(byTable.keySet == Set("good", "cut", "empty"))
    Seq("cut" -> "TRUNCATED_JSON", "empty" -> "EMPTY_LOG").foreach { case (name, condition) =>
      val row = byTable(name).head
      assert(byTable(name).size == 1)
      assert(row("errorCondition") == s"DELTAWARD_TABLE_NOT_READABLE.$condition")
      assert(row("readVerdict") == "UNKNOWN" && row("writeVerdict") == "UNKNOWN")
      assert(row("client") == null && row("version") == null)
      assert(row("reason").toString.contains(name))
    }
    assert(byTable("good").forall(_("errorCondition") == null))
  }

  test("a log that names an impossible time fails no other table") {
    val root = temporaryDirectory()
    tableAt(root.resolve("good"))
    Seq(Long.MaxValue, Long.MinValue).zipWithIndex.foreach { case (time, i) =>
      val log = Files.createDirectories(root.resolve(s"odd$i").resolve("_delta_log"))
      Files.writeString(
        log.resolve(f"${0}%020d.json"),
        s"""{"commitInfo":{"inCommitTimestamp":$time}}
           |{"protocol":{"minReaderVersion":1,"minWriterVersion":7,"writerFeatures":["inCommitTimestamp"]}}
           |${metadataLine.replace(
            "\"configuration\":{",
            "\"configuration\":{\"delta.enableInCommitTimestamps\":\"true\""
          )}
           |""".stripMargin
      )
    }
    val found = inPath(root).map(row =>
      JPath.of(row("location").toString).getFileName.toString -> row("lastModified")
    ).toMap
    assert(found.keySet == Set("good", "odd0", "odd1"))
    assert(found("good") != null && found("odd0") == null && found("odd1") == null)
  }

  test("a root that cannot have tables below it, or that is no path, is an error at once") {
    val table = JPath.of(tableAt(temporaryDirectory().resolve("t")))
    val log = table.resolve("_delta_log")
    val wrong = Seq(
      log.resolve(f"${0}%020d.json").toString -> "DELTAWARD_NOT_A_DELTA_TABLE.NO_DIRECTORY",
      log.toString -> "DELTAWARD_NOT_A_DELTA_TABLE.NO_DIRECTORY",
      "" -> "DELTAWARD_NOT_A_DELTA_TABLE.NOT_A_PATH",
      "file:rel" -> "DELTAWARD_NOT_A_DELTA_TABLE.NOT_A_PATH",
      "nosuch://store/x" -> "DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE"
    )
    wrong.foreach { case (root, condition) =>
      assert(failure(fleet(s"PATH '$root'")).getCondition == condition, root)
    }
  }

  test("a root that must not be listed, as a bucket that is not there, is an error at once") {
    val root = Files.createDirectories(temporaryDirectory().resolve("forbidden"))
    withConf(s"fs.${StuckFileSystem.Scheme}.impl" -> classOf[StuckFileSystem].getName) {
      val error = failure(fleet(s"PATH '${StuckFileSystem.Scheme}://$root'"))
      assert(error.getCondition == "DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE")
    }
  }

  test("a file system without its package is an error that names the package for this Hadoop") {
    val hadoop = org.apache.hadoop.util.VersionInfo.getVersion
    Seq("s3a://lake/x" -> "hadoop-aws", "abfss://c@a.dfs.core.windows.net/x" -> "hadoop-azure")
      .foreach { case (root, artifact) =>
        val message = intercept[AnalysisException](fleet(s"PATH '$root'")).getMessage
        assert(message.contains(s"--packages org.apache.hadoop:$artifact:$hadoop"), message)
      }
  }

  test("a relative root is told as an absolute one") {
    val here = JPath.of("").toAbsolutePath
    val root = Files.createTempDirectory(here, "fleet")
    try {
      val table = tableAt(root.resolve("t"))
      val relative = here.relativize(root).toString
      Seq(relative, s"./$relative", s"$relative/t/..").foreach { text =>
        assert(locations(fleet(s"PATH '$text'", "FOR CLIENT 'trino'")) == Set(s"file:$table"), text)
      }
    } finally org.apache.commons.io.FileUtils.deleteDirectory(root.toFile)
  }

  test("links are followed, unless they lead back") {
    val root = temporaryDirectory()
    val elsewhere = tableAt(temporaryDirectory().resolve("linked"))
    tableAt(root.resolve("a/t"))
    Files.createSymbolicLink(root.resolve("a/up"), root)
    Files.createSymbolicLink(root.resolve("a/self"), root.resolve("a"))
    Files.createSymbolicLink(root.resolve("link"), JPath.of(elsewhere))
    assert(locations(inPath(root)) == Set("a/t", "link").map(root.resolve(_).toString))
  }

  test("locations keep special characters in names") {
    val root = temporaryDirectory()
    val names = Seq(
      "it's",
      "a b",
      "100%25",
      "<b>&amp;",
      "\u2603\ud83d\ude00",
      "line\nbreak",
      "back`tick",
      "k=v",
      "a:b"
    )
    names.foreach { name =>
      val log = Files.createDirectories(root.resolve(name).resolve("_delta_log"))
      Files.writeString(
        log.resolve(f"${0}%020d.json"),
        s"""{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}\n$metadataLine\n"""
      )
    }
    val found = inPath(root)
    assert(found.forall(_("readVerdict") == "OK"))
    assert(locations(found).map(_.stripPrefix("file:")) ==
      names.map(root.resolve(_).toString).toSet)
  }

  test("more directories than the driver looks at itself") {
    val root = temporaryDirectory()
    val line = s"""{"protocol":{"minReaderVersion":1,"minWriterVersion":2}}\n$metadataLine\n"""
    for (schema <- 1 to 3; table <- 1 to 400) {
      val log = Files.createDirectories(root.resolve(s"s$schema/t$table/_delta_log"))
      Files.writeString(log.resolve(f"${0}%020d.json"), line)
    }
    assert(locations(inPath(root)).size == 1200)
  }

  test(
    "a table that takes too long, or a directory that must not be listed, is a row, and holds up no other"
  ) {
    val root = temporaryDirectory()
    Files.createDirectories(root.resolve("forbidden"))
    Seq("stuck", "good").foreach(name => tableAt(root.resolve(name)))
    withConf(
      s"fs.${StuckFileSystem.Scheme}.impl" -> classOf[StuckFileSystem].getName,
      "spark.deltaward.fleet.tableTimeout" -> "2s"
    ) {
      val found = fleet(s"PATH '${StuckFileSystem.Scheme}://$root'", "FOR CLIENT 'trino'")
      val conditions =
        found.groupMap(row => new Path(row("location").toString).getName)(_("errorCondition"))
      assert(conditions("stuck") == Seq("DELTAWARD_TABLE_NOT_READABLE.TIMED_OUT"))
      assert(conditions("forbidden") == Seq("DELTAWARD_TABLE_NOT_READABLE.NOT_READABLE"))
      assert(conditions("good").nonEmpty && conditions("good").forall(_ == null))
    }
  }

  test("the tables of a schema, and of a catalog") {
    sql("CREATE SCHEMA fleet_a")
    sql("CREATE SCHEMA fleet_b")
    try {
      sql("CREATE TABLE fleet_a.orders (id BIGINT) USING delta")
      sql("CREATE TABLE fleet_a.files (id BIGINT) USING parquet")
      sql("CREATE VIEW fleet_a.seen AS SELECT 1 AS one")
      sql("CREATE TEMPORARY VIEW orders AS SELECT 1 AS one")
      sql("CREATE TABLE fleet_b.other (id BIGINT) USING delta")
      val gone = temporaryDirectory().resolve("gone")
      sql(s"CREATE TABLE fleet_b.gone (id BIGINT) USING delta LOCATION '$gone'")
      Files.walk(gone).sorted(java.util.Comparator.reverseOrder[JPath]()).forEach(Files.delete(_))

      val a = fleet("SCHEMA fleet_a", "FOR CLIENT 'trino'")
      assert(shared(a) == shared(
        rows(spark.sql("SHOW PROTOCOL COMPATIBILITY FOR fleet_a.orders FOR CLIENT 'trino'"))
      ))
      assert(a.map(_("tableName")).toSet == Set("spark_catalog.fleet_a.orders"))
      assert(fleet("SCHEMA spark_catalog.fleet_a", "FOR CLIENT 'trino'") == a)
      val all = fleet("CATALOG spark_catalog", "FOR CLIENT 'trino'").groupBy(_("tableName"))
      assert(all("spark_catalog.fleet_a.orders") == a)
      assert(all("spark_catalog.fleet_b.other").forall(_("readVerdict") == "OK"))
      assert(all("spark_catalog.fleet_b.gone").map(_("errorCondition")) ==
        Seq("DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND"))
    } finally {
      sql("DROP VIEW IF EXISTS orders")
      Seq("fleet_a", "fleet_b").foreach(name => sql(s"DROP SCHEMA $name CASCADE"))
    }
  }

  test("named tables are those and no others, and one that there is not is a row") {
    sql("CREATE TABLE named_fleet (id BIGINT) USING delta")
    sql("CREATE TABLE named_files (id BIGINT) USING parquet")
    val path = tableAt(temporaryDirectory().resolve("a b"))
    try {
      val found = fleet(
        s"TABLES (named_fleet, delta.`$path`, default.NAMED_FLEET, delta.`file:$path/`, no_such, named_files)",
        "FOR CLIENT 'trino'"
      )
      assert(found.map(row => row("tableName") -> row("errorCondition")) == Seq(
        "spark_catalog.default.named_fleet" -> null,
        (null, null),
        "no_such" -> "TABLE_OR_VIEW_NOT_FOUND",
        "named_files" -> "DELTAWARD_NOT_A_DELTA_TABLE.OTHER_FORMAT"
      ))
      assert(found(1)("location") == path && found(1)("readVerdict") == "OK")
      assert(found.drop(2).forall(_("readVerdict") == "UNKNOWN"))
    } finally Seq("named_fleet", "named_files").foreach(table => sql(s"DROP TABLE $table"))
  }

  test("a schema, a catalog or a client that is not there is an error at once") {
    val wrong = Seq(
      "SCHEMA no_such" -> "SCHEMA_NOT_FOUND",
      // Spark 3.5 has no condition of its own for a catalog.
      "CATALOG no_such" ->
        (if (RunningDelta.isAtLeast("4.0")) "CATALOG_NOT_FOUND" else "SCHEMA_NOT_FOUND"),
      s"PATH '$lake' FOR CLIENT 'nobody'" -> "DELTAWARD_UNKNOWN_CLIENT"
    )
    wrong.foreach { case (where, condition) =>
      assert(failure(fleet(where)).getCondition == condition)
    }
  }

  test(
    "the answer is a lazy DataFrame, and can be written to a table"
  ) {
    val root = temporaryDirectory()
    val answer = spark.sql(s"SHOW PROTOCOL COMPATIBILITY IN PATH '$root' FOR CLIENT 'trino'")
    assert(answer.isEmpty)
    tableAt(root.resolve("t"))
    val kept = temporaryTable()
    answer.where("readVerdict = 'OK'").write.format("delta").save(kept.toString)
    assert(sql(s"SELECT location FROM ${named(kept)}").map(_.getString(0)).toSet ==
      Set(root.resolve("t").toString))
  }
}

object FleetSuite {

  /** The columns that the statement on one table has, too. */
  private val shared: Set[String] = Set(
    "tableName",
    "location",
    "version",
    "client",
    "clientVersion",
    "accessPath",
    "readVerdict",
    "writeVerdict",
    "blockingFeatures",
    "reason",
    "evidence",
    "verifiedAt",
    "errorCondition",
    "logRead"
  )
}

/** A local file system. Paths below `stuck` never answer, and a directory `forbidden` must not be listed. */
class StuckFileSystem extends FilterFileSystem(new StuckFileSystem.Local) {
  override def getScheme: String = StuckFileSystem.Scheme

  override def listStatus(path: Path): Array[FileStatus] = {
    answer(path)
    if (path.getName == "forbidden") throw new AccessControlException(path.toString)
    super.listStatus(path)
  }

  override def listStatusIterator(path: Path): RemoteIterator[FileStatus] =
    RemoteIterators.remoteIteratorFromArray(listStatus(path))

  override def getFileStatus(path: Path): FileStatus = {
    answer(path)
    super.getFileStatus(path)
  }

  private def answer(path: Path): Unit =
    if (path.toString.contains("/stuck")) new CountDownLatch(1).await()
}

object StuckFileSystem {
  val Scheme = "stucklocal"

  class Local extends QuickLocalFileSystem {
    override def getUri: java.net.URI = java.net.URI.create(s"$Scheme:///")
    override def getScheme: String = Scheme
  }
}
