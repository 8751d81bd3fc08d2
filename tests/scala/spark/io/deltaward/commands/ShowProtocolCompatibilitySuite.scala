package io.deltaward.commands

import java.nio.file.Files

import org.apache.hadoop.fs.Path

import io.deltaward.RunningDelta
import io.deltaward.clients.ClientRegistry

class ShowProtocolCompatibilitySuite extends CommandTest {

  private def verdicts(statement: String): Map[(String, String), (String, String)] =
    rows(spark.sql(statement)).map { r =>
      (r("client").toString, r("accessPath").toString) ->
        (r("readVerdict").toString, r("writeVerdict").toString)
    }.toMap

  private lazy val plain: String = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    named(table)
  }

  private lazy val withDeletionVectors: String = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT id FROM range(100)"
    )
    sql(s"DELETE FROM ${named(table)} WHERE id = 3")
    named(table)
  }

  test("every client of the registry has a row, at its newest version, for each access path") {
    val seen = rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY FOR $plain"))
    assert(seen.map(_("client")).toSet == ClientRegistry.builtIn.clients.map(_.id).toSet)
    assert(seen.length == ClientRegistry.builtIn.clients.map(_.newest.length).sum)
    assert(verdicts(s"SHOW PROTOCOL COMPATIBILITY $plain").filter(_._1._1 ==
      "delta-spark").values.toSet == Set(("OK", "OK")))
  }

  test(
    "P4: a client that lacks a reader feature is blocked, and the row says by what and what would help"
  ) {
    RunningDelta.needsVectorDrops()
    val row =
      one(s"SHOW PROTOCOL COMPATIBILITY IN $withDeletionVectors FOR CLIENT 'delta-spark' '2.2.0'")
    assert(row("readVerdict") == "BLOCKED" && row("writeVerdict") == "BLOCKED")
    assert(row("blockingFeatures") == Seq("deletionVectors"))
    assert(row("fix").toString ==
      s"ALTER TABLE $withDeletionVectors MAKE COMPATIBLE WITH CLIENT 'delta-spark' '2.2.0'")
    assert(row("evidence") == "source" && row("verifiedAt") != null)
  }

  test("a client that cannot open the table's directory is blocked, and no fix is advised") {
    def polars(directory: String): Map[String, Any] = {
      val table = new Path(temporaryDirectory().resolve(directory).toUri)
      sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'polars[scan_delta]' '2.1.0'")
    }
    assert(polars("sales")("readVerdict") == "OK")
    val spaced = polars("my sales")
    assert(spaced("readVerdict") == "BLOCKED" && spaced("fix") == null)
    assert(spaced("reason").toString.contains("encodedLocation"))
  }

  test("a client that changes far timestamps is OK with near ones, as statistics tell") {
    def verdict(value: String, client: String, prepare: Path => Path): String = {
      val table = temporaryTable()
      sql(s"CREATE TABLE ${named(table)} (id BIGINT, at TIMESTAMP) USING delta")
      sql(s"INSERT INTO ${named(table)} SELECT id, TIMESTAMP'$value' FROM range(3)")
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(prepare(table))} FOR CLIENT $client")(
        "readVerdict"
      ).toString
    }
    for {
      client <- Seq("'polars[scan_delta]' '2.1.0'", "'deltalake[rust]' '1.6.6'")
      prepare <- Seq(identity[Path](_), withoutChecksums(_))
    } {
      assert(verdict("2026-01-02 12:00:00", client, prepare) == "OK")
      assert(verdict("9999-12-31 23:59:59", client, prepare) == "SILENTLY_WRONG")
    }
  }

  test(
    "polars brings deleted rows back if a file's path is not plain ASCII, until they are purged"
  ) {
    def tableOf(city: String): Path = {
      val table = temporaryTable()
      sql(s"CREATE TABLE ${named(table)} (id BIGINT, city STRING) USING delta " +
        "PARTITIONED BY (city) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
      sql(s"INSERT INTO ${named(table)} SELECT /*+ COALESCE(1) */ id, '$city' FROM range(3)")
      sql(s"DELETE FROM ${named(table)} WHERE id = 1")
      table
    }
    def verdict(table: Path): String =
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'polars[scan_delta]' '2.1.0'")(
        "readVerdict"
      ).toString
    val plain = tableOf("York")
    val others = Seq("New York", "Z\u00fcrich").map(tableOf)
    Seq(identity[Path](_), withoutChecksums(_)).foreach { prepare =>
      assert(verdict(prepare(plain)) == "OK")
      others.foreach(table => assert(verdict(prepare(table)) == "SILENTLY_WRONG"))
    }
    others.foreach { table =>
      sql(s"REORG TABLE ${named(table)} APPLY (PURGE)")
      assert(verdict(table) == "OK")
    }
  }

  test("deltalake doubles rows that it changes in a file whose path is not plain ASCII") {
    def verdict(city: String, path: String): Any = {
      val table = temporaryTable()
      sql(
        s"CREATE TABLE ${named(table)} (id BIGINT, city STRING) USING delta PARTITIONED BY (city)"
      )
      sql(s"INSERT INTO ${named(table)} VALUES (1, '$city')")
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'deltalake[$path]' '1.6.6'")(
        "writeVerdict"
      )
    }
    Seq("delete", "merge").foreach { path =>
      assert(verdict("New York", path) == "OK", path)
      assert(verdict("Z\u00fcrich", path) == "HARMS_OTHERS", path)
    }
    assert(verdict("Z\u00fcrich", "rust") == "SILENTLY_WRONG")
  }

  test("DuckDB loses a partition column that comes right after a renamed column") {
    RunningDelta.needsMappingDrops()
    val table = temporaryTable()
    def duckdb(): Map[String, Any] =
      one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'duckdb[delta_scan]' '1.5.5'")
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT, name STRING, day STRING) USING delta PARTITIONED BY (day)"
    )
    sql(s"INSERT INTO ${named(table)} VALUES (1, 'a', 'x')")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name', " +
      "'delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')")
    sql(s"ALTER TABLE ${named(table)} RENAME COLUMN id TO key")
    assert(duckdb()("readVerdict") == "OK")
    sql(s"ALTER TABLE ${named(table)} RENAME COLUMN name TO title")
    val lost = duckdb()
    assert(lost("readVerdict") == "SILENTLY_WRONG")
    assert(lost("reason").toString.contains("partitionAfterRenamed"))
  }

  test("an earlier version of the table is judged by its own protocol") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    def read(clause: String): Any =
      one(
        s"SHOW PROTOCOL COMPATIBILITY ${named(table)} $clause FOR CLIENT 'delta-spark' '2.2.0'"
      )("readVerdict")
    assert(read("VERSION AS OF 0") == "OK")
    assert(read("VERSION AS OF 1") == "BLOCKED")
  }

  test(
    "an expression that engines evaluate differently is OK for those alone that evaluate it as Spark does"
  ) {
    def writing(constraint: String): Map[String, Any] = {
      val table = temporaryTable()
      sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
      sql(s"ALTER TABLE ${named(table)} ADD CONSTRAINT c CHECK ($constraint)")
      rows(spark.sql(
        s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'delta-spark', 'deltalake[rust]'"
      ))
        .map(row => row("client").toString -> row("writeVerdict")).toMap
    }
    assert(writing("id > 2") == Map("delta-spark" -> "OK", "deltalake" -> "OK"))
    assert(writing("id / 2 = 2") == Map("delta-spark" -> "OK", "deltalake" -> "UNKNOWN"))
  }

  test("ALL VERSIONS gives every version that the registry has") {
    val seen =
      rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY $plain FOR CLIENT 'delta-spark' ALL VERSIONS"))
    assert(seen.length == ClientRegistry.builtIn.find("delta-spark").get.releases.length)
  }

  test("a version that nobody has looked at is UNKNOWN, never OK") {
    val row = one(s"SHOW PROTOCOL COMPATIBILITY $plain FOR CLIENT 'delta-spark' '99.0.0'")
    assert(row("readVerdict") == "UNKNOWN" && row("writeVerdict") == "UNKNOWN" &&
      row("evidence") == null)
  }

  test("a version between two known ones is judged by them on this very table, as inferred") {
    def trino(table: String): Map[String, Any] =
      one(s"SHOW PROTOCOL COMPATIBILITY $table FOR CLIENT 'trino' '460'")
    val inferred = trino(plain)
    assert((inferred("readVerdict"), inferred("writeVerdict")) == (("OK", "OK")))
    assert(inferred("evidence") == "inferred" && inferred("verifiedAt") != null)
    assert(inferred("reason").toString.startsWith("trino 460: reading is OK (as in 454 and 470)"))
    val marked = temporaryTable()
    sql(
      s"CREATE TABLE ${named(marked)} USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT id FROM range(10)"
    )
    sql(s"DELETE FROM ${named(marked)} WHERE id = 1")
    val differing = trino(named(marked))
    assert((differing("readVerdict"), differing("writeVerdict")) == (("OK", "UNKNOWN")))
    assert(differing("reason").toString.contains("454 and 470 differ on this table"))
  }

  test("several clients are asked about in one statement, each once") {
    val asked = rows(spark.sql(
      s"SHOW PROTOCOL COMPATIBILITY $plain " +
        "FOR CLIENT 'trino' '470', 'delta-spark' '2.0.0', 'delta-spark' '2.0.0'"
    ))
    assert(asked.map(row => (row("client"), row("clientVersion"))) ==
      Seq(("trino", "470"), ("delta-spark", "2.0.0")))
  }

  private val offersNothing: String =
    """[{"id": "catalog-only", "name": "Lists tables", "aliases": [],
      |  "unknownFeatureBehaviour": {"read": "none", "write": "none"},
      |  "releases": [{"version": "1.0", "accessPath": "listing",
      |    "read": {"versions": [], "features": [], "otherFeatures": "refused"},
      |    "write": {"versions": [], "features": [], "otherFeatures": "refused"},
      |    "evidence": "source", "verifiedAt": "2026-11-01", "sources": ["a test"]}]}]""".stripMargin

  test(
    "an access that a client never offers is NOT_OFFERED; a path with nothing else is shown on request"
  ) {
    RunningDelta.needsVectorDrops()
    val reader = one(s"SHOW PROTOCOL COMPATIBILITY $withDeletionVectors FOR CLIENT 'synapse'")
    assert((reader("readVerdict"), reader("writeVerdict")) == (("BLOCKED", "NOT_OFFERED")))
    assert(reader("fix") == s"ALTER TABLE $withDeletionVectors DROP FEATURE deletionVectors")
    val file = Files.writeString(temporaryDirectory().resolve("clients.json"), offersNothing)
    withConf("spark.deltaward.clients.path" -> file.toString) {
      def asked(clauses: String): Seq[Any] =
        rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY $plain $clauses"))
          .filter(_("client") == "catalog-only").map(r => (r("readVerdict"), r("fix")))
      assert(asked("").isEmpty && asked("ALL VERSIONS").isEmpty)
      Seq("ALL ACCESS PATHS", "ALL VERSIONS ALL ACCESS PATHS", "FOR CLIENT 'catalog-only'")
        .foreach(clauses => assert(asked(clauses) == Seq(("NOT_OFFERED", null)), clauses))
    }
  }

  test("a timestamp that is a query is refused") {
    val error = failure(sql(s"SHOW PROTOCOL COMPATIBILITY $plain TIMESTAMP AS OF (SELECT 1)"))
    assert(error.getCondition == "DELTAWARD_SYNTAX_ERROR")
    assert(error.getMessageParameters.get("near") == "(SELECT 1)")
  }

  test("an unknown client is refused with the nearest name") {
    val error = failure(sql(s"SHOW PROTOCOL COMPATIBILITY $plain FOR CLIENT 'trinoo'"))
    assert(error.getCondition == "DELTAWARD_UNKNOWN_CLIENT" && error.getSqlState == "42704")
    assert(error.getMessageParameters.get("hint").contains("trino"))
  }

  test("an invalid protocol is named in each row, and no client is said to be fine with it") {
    val table = handWritten(Seq(protocolLine(1, 101, Nil, Nil), metadataLine))
    val seen = rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY ${named(table)}"))
    assert(seen.map(_("errorCondition")).toSet ==
      Set("DELTAWARD_INVALID_PROTOCOL.UNDEFINED_VERSION"))
    assert(!seen.exists(_("writeVerdict") == "OK"))
  }

  test("no client is said to be fine with a feature that is enabled and absent from the protocol") {
    val listed = protocolLine(3, 7, Seq("deletionVectors"), Seq("deletionVectors"))
    val legacy = protocolLine(1, 2, Nil, Nil)
    def enabling(property: String): String =
      metadataLine.replace("\"configuration\":{}", s""""configuration":{"$property":"true"}""")
    def ofType(name: String): String =
      metadataLine.replace("\\\"type\\\":\\\"long\\\"", s"""\\"type\\":\\"$name\\"""")
    Seq(
      (listed, enabling("delta.enableChangeDataFeed"), "changeDataFeed"),
      (legacy, enabling("delta.enableRowTracking"), "rowTracking"),
      (legacy, ofType("timestamp_ntz"), "timestampNtz"),
      (legacy, ofType("variant"), "variantType")
    ).foreach { case (protocol, metadata, feature) =>
      val table = handWritten(Seq(protocol, metadata))
      val seen = rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} ALL VERSIONS"))
      assert(!seen.exists(r => r("readVerdict") == "OK" || r("writeVerdict") == "OK"), feature)
      assert(seen.map(_("errorCondition")).toSet ==
        Set("DELTAWARD_INVALID_PROTOCOL.ENABLED_FEATURE_MISSING"))
      assert(seen.forall(_("fix") == null))
      assert(seen.exists(_("reason").toString.contains(s"does not support $feature, although")))
    }
  }

  test("a feature of writers that lacks another one keeps no reader out, and is OK for no writer") {
    val protocol =
      """{"protocol":{"minReaderVersion":1,"minWriterVersion":7,"writerFeatures":["rowTracking"]}}"""
    val table = handWritten(Seq(protocol, metadataLine))
    val row = one(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} FOR CLIENT 'delta-spark' '4.4.0'")
    assert(row("readVerdict") == "OK" && row("writeVerdict") == "UNKNOWN")
    assert(row("reason").toString.contains("domainMetadata"))
    assert(row("errorCondition") == "DELTAWARD_INVALID_PROTOCOL.REQUIRED_FEATURE_MISSING")
  }

  test("a reader feature that no client knows is OK for none") {
    val table = handWritten(Seq(protocolLine(3, 7, Seq("quantum"), Seq("quantum")), metadataLine))
    val seen = rows(spark.sql(s"SHOW PROTOCOL COMPATIBILITY ${named(table)} ALL VERSIONS"))
    assert(!seen.exists(_("readVerdict") == "OK"))
  }

  test("clients of the user's own file are judged like the built-in ones") {
    val file = temporaryDirectory().resolve("clients.yaml")
    Files.writeString(
      file,
      """id: our-reader
        |name: Our reader
        |aliases: []
        |unknownFeatureBehaviour:
        |  read: refuses it
        |  write: refuses it
        |releases:
        |  - version: '1.0'
        |    accessPath: scan
        |    read:
        |      versions: [1, 3]
        |      features: [deletionVectors]
        |      otherFeatures: refused
        |    write:
        |      noEvidence: it does not write
        |    evidence: observed
        |    verifiedAt: '2026-11-01'
        |    sources: ['our own test']
        |""".stripMargin
    )
    withConf("spark.deltaward.clients.path" -> file.toString) {
      val row = one(s"SHOW PROTOCOL COMPATIBILITY $withDeletionVectors FOR CLIENT 'our-reader'")
      assert(row("readVerdict") == "OK" && row("evidence") == "observed")
    }
  }

  test(
    "a clients file that is no such thing is refused before anything else, with all that is wrong with it"
  ) {
    val file = temporaryDirectory().resolve("clients.yaml")
    Files.writeString(file, "id: 3\nreleases: nothing\n")
    withConf("spark.deltaward.clients.path" -> file.toString) {
      val error = failure(sql(s"SHOW PROTOCOL COMPATIBILITY $plain"))
      assert(error.getCondition == "DELTAWARD_INVALID_CLIENTS_FILE")
      assert(error.getMessageParameters.get("problems").contains("releases"))
    }
    def problems(text: String): String = {
      Files.writeString(file, text)
      withConf("spark.deltaward.clients.path" -> file.toString) {
        val error = failure(sql("SHOW DELTA CLIENTS"))
        assert(error.getCondition == "DELTAWARD_INVALID_CLIENTS_FILE")
        error.getMessageParameters.get("problems")
      }
    }
    val release = """{accessPath: a, read: {noEvidence: x}, write: {noEvidence: x},
                    |    verifiedAt: '2026-11-01', sources: [x], version: """.stripMargin
    def file3(first: String, second: String): String =
      s"""id: ours
         |name: Ours
         |unknownFeatureBehaviour: {read: x, write: x}
         |releases:
         |  - $release'$first'}
         |  - $release'$second'}
         |""".stripMargin
    assert(
      problems(file3("1.0 - 2.0", "1.5 - 3.0")) ==
        "line 8, column 54: $.releases[1].version: 1.5 - 3.0 overlaps 1.0 - 2.0 of the access path a"
    )
    assert(
      problems(file3("2.0 - 1.0", "3.0")) ==
        "line 6, column 54: $.releases[0].version: the range 2.0 - 1.0 ends before it starts"
    )
    assert(problems("{\"id\": \"x\",\n \"name\": 3}").contains("line 2, column 10: $.name: must"))
    assert(problems("id: x\nname: [").startsWith("line "))
    withConf("spark.deltaward.clients.path" -> "/no/such/file") {
      assert(failure(sql("SHOW DELTA CLIENTS")).getCondition == "DELTAWARD_INVALID_CLIENTS_FILE")
    }
  }
}
