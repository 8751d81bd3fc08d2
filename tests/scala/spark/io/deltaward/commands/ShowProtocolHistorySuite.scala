package io.deltaward.commands

import io.deltaward.RunningDelta
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

class ShowProtocolHistorySuite extends CommandTest {

  private def history(table: String): Seq[Map[String, Any]] =
    rows(spark.sql(s"SHOW PROTOCOL HISTORY FOR $table"))

  test("each change, the newest first, with what came, what went, and why") {
    // Delta 3.2 cannot drop vacuumProtocolCheck.
    val feature = if (RunningDelta.isAtLeast("3.3")) "vacuumProtocolCheck" else "v2Checkpoint"
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    sql(s"INSERT INTO $table VALUES (1)")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.feature.$feature' = 'supported')")
    sql(s"ALTER TABLE $table DROP FEATURE $feature")
    val changes = history(table)
    assert(changes.map(_("version")) == changes.map(_("version").asInstanceOf[Long]).sorted.reverse)
    val byOperation = changes.groupBy(_("operation"))
    val created = byOperation("CREATE TABLE").head
    assert(created("fromReaderVersion") == null && created("toWriterVersion") == 2)
    assert(created("featuresAdded") == Seq("appendOnly", "invariants"))
    val vectors = changes.find(_("featuresAdded") == Seq("deletionVectors")).get
    assert(vectors("version") == 2 && vectors("cause") == Seq("property"))
    assert(vectors("causeDetail").toString.contains("delta.enableDeletionVectors = true"))
    assert((vectors("fromReaderVersion"), vectors("toReaderVersion")) == ((1, 3)))
    val explicit = changes.find(_("featuresAdded") == Seq(feature)).get
    assert(explicit("cause") == Seq("explicit"))
    assert(byOperation("DROP FEATURE").exists(_("featuresRemoved") == Seq(feature)))
    assert(changes.forall(_("historyComplete") == true))
  }

  test("a column's type is the cause, and a feature that another needs") {
    val table = named(temporaryTable())
    sql(s"CREATE TABLE $table (seen TIMESTAMP_NTZ) USING delta CLUSTER BY (seen)")
    val created = history(table).last
    val causes = created("featuresAdded").asInstanceOf[collection.Seq[String]]
      .zip(created("cause").asInstanceOf[collection.Seq[String]]).toMap
    assert(causes("timestampNtz") == "schema" && causes("domainMetadata") == "dependency")
  }

  test("where the log was cleaned up, what came before is not guessed at") {
    val path = temporaryTable()
    val table = named(path)
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    makeCheckpoint(path)
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
    LogSurgery.delete(path) {
      case LogFile.Commit(version) => version < 1
      case LogFile.Checksum(version) => version < 1
    }
    val changes = history(table)
    val (widening, oldest) = (changes.head, changes.last)
    // Delta 3.3 adds the preview.
    val added = if (RunningDelta.isAtLeast("4.0")) "typeWidening" else "typeWidening-preview"
    assert(changes.length == 2 && widening("featuresAdded") == Seq(added))
    assert(oldest("fromReaderVersion") == null && oldest("featuresAdded") == Nil)
    assert(oldest("historyComplete") == false)
  }

  test(
    "a log that starts at a checkpoint has a row for it, which says nothing of how it came about"
  ) {
    val path = temporaryTable()
    val table = named(path)
    sql(s"CREATE TABLE $table (id BIGINT) USING delta")
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    sql(s"INSERT INTO $table VALUES (1)")
    makeCheckpoint(path)
    sql(s"INSERT INTO $table VALUES (2)")
    LogSurgery.delete(path) {
      case LogFile.Commit(version) => version < 2
      case LogFile.Checksum(version) => version < 2
    }
    val Seq(start) = history(table): @unchecked
    assert(start("version") == 2 && start("historyComplete") == false)
    assert((start("toReaderVersion"), start("toWriterVersion")) == ((3, 7)))
    assert(start("timestamp") == new java.sql.Timestamp(snapshot(path, Some(2)).timestamp))
    Seq("operation", "engine", "user", "fromReaderVersion", "fromWriterVersion")
      .foreach(column => assert(start(column) == null, column))
    Seq("featuresAdded", "featuresRemoved", "cause").foreach(c => assert(start(c) == Nil, c))
  }
}
