package io.deltaward.session

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{ChildSession, Ended}

/** Tests sessions on a Delta that lacks members, in JVMs of their own. */
class ReadOnlySuite extends AnyFunSuite with ChildSession {

  private val readOnlyExtension = "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension," +
    "io.deltaward.DeltawardReadOnlyExtension"

  private lazy val otherCommits =
    ForkedDelta.without(Set("doCommit"), ownClassPath, temporaryDirectory())

  private lazy val otherRewrites =
    ForkedDelta.without(Set("filterFilesToReorg"), ownClassPath, temporaryDirectory())

  private def runOn(classPath: String, extensions: String)(statements: String*): Ended =
    runApart(SessionProbe.getClass, Nil, Seq(extensions, deltaCatalog), classPath)(statements: _*)

  test("a session with the commit rules does not start if Delta lacks doCommit") {
    val ended = runOn(otherCommits, bothExtensions)("SELECT 1")
    assert(ended.code != 0 && ended.answers.isEmpty)
    val said = ended.output.mkString("\n")
    assert(said.contains("[DELTAWARD_UNSUPPORTED_DELTA]"))
    assert(said.contains("OptimisticTransaction.doCommit"))
    assert(said.contains("by io.deltaward.DeltawardReadOnlyExtension in spark.sql.extensions"))
  }

  test("the read-only extension runs statements that read, and refuses all others") {
    val path = temporaryTable()
    val table = named(path)
    val ended = runOn(otherCommits, readOnlyExtension)(
      s"CREATE TABLE $table (id BIGINT) USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      s"INSERT INTO $table VALUES (1), (2)",
      s"DESCRIBE PROTOCOL $table",
      s"SHOW TABLE FEATURES $table",
      s"SHOW PROTOCOL HISTORY $table",
      s"SHOW PROTOCOL COMPATIBILITY $table FOR CLIENT 'trino'",
      s"SHOW PROTOCOL COMPATIBILITY IN PATH '${path.getParent.toUri.getPath}' FOR CLIENT 'trino'",
      s"ANALYZE PROTOCOL COMPATIBILITY IN PATH '${path.getParent.toUri.getPath}'",
      "SHOW DELTA CLIENTS LIKE 'trino'",
      s"SELECT feature FROM deltaward_features('${path.toUri.getPath}')",
      s"SHOW CHECKPOINT PROTECTION $table",
      s"SELECT count(fix) FROM deltaward_compatibility('${path.toUri.getPath}', 'delta-standalone')",
      s"EXPLAIN DROP FEATURE deletionVectors FOR $table",
      s"ALTER TABLE $table MAKE COMPATIBLE WITH CLIENT 'trino'",
      s"ALTER TABLE $table MAKE COMPATIBLE WITH CLIENT 'trino' DRY RUN",
      s"ALTER TABLE $table NORMALIZE PROTOCOL",
      s"EXPLAIN PROTOCOL DELETE FROM $table",
      "SHOW PROTOCOL POLICY",
      "SHOW COMMIT WARNINGS",
      "SHOW COMMIT CONFLICTS",
      s"SHOW CONFLICT MATRIX $table",
      "SELECT * FROM deltaward_policy()",
      s"SELECT count(*) FROM $table"
    )
    assert(ended.answers.size == 23, ended.output.takeRight(20).mkString("\n"))
    val (written, rest) = ended.answers.splitAt(2)
    assert(written == Seq("", ""))
    val (read, refused) = rest.splitAt(10)
    read.foreach(answer => assert(answer.nonEmpty && !answer.startsWith("["), answer))
    assert(read.take(2).forall(_.contains("deletionVectors")))
    assert(read.last == "0", "a fix counts on the rules")
    refused.init.foreach(a =>
      assert(a.startsWith("[DELTAWARD_UNSUPPORTED_STATEMENT.READ_ONLY]"), a)
    )
    assert(refused.last == "2")
    assert(ended.output.exists(line =>
      line.contains("DeltawardReadOnlyExtension judges no commit of this session") &&
        line.contains("members that io.deltaward")
    ))
  }

  test("the read-only extension refuses a statement whose members Delta lacks, and names them") {
    val table = named(temporaryTable())
    val ended = runOn(otherRewrites, readOnlyExtension)(
      s"CREATE TABLE $table (id BIGINT) USING delta",
      s"DESCRIBE PROTOCOL $table",
      s"SHOW PROTOCOL COMPATIBILITY $table FOR CLIENT 'trino'"
    )
    assert(ended.answers.size == 3, ended.output.takeRight(20).mkString("\n"))
    assert(ended.answers(1).contains("appendOnly"))
    assert(ended.answers(2).startsWith("[DELTAWARD_UNSUPPORTED_STATEMENT.MEMBERS_MISSING]"))
    assert(ended.answers(2).contains("filterFilesToReorg"))
  }
}
