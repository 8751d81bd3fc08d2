package io.deltaward.drops

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.{Exhaustive, RunningDelta}
import io.deltaward.commands.CommandTest
import io.deltaward.drops.plans.DropPlans
import io.deltaward.protocol.Protocol
import io.deltaward.tables.{TableName, TableReader, TimeTravel}
import io.deltaward.text.Identifier
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/** Foresees drops, runs them and compares. */
class ExplainDropFeatureSuite extends CommandTest with DroppableTables {

  private type Row = Map[String, Any]

  private def explain(path: Path, feature: String, clause: String): Seq[Row] =
    rows(spark.sql(
      s"EXPLAIN DROP FEATURE ${Identifier.quoted(feature)} FOR ${named(path)} $clause"
    ))

  private def drop(path: Path, feature: String, clause: String): Option[String] =
    Try(
      sql(s"ALTER TABLE ${named(path)} DROP FEATURE ${Identifier.quoted(feature)} $clause")
    ).failed.toOption.map {
      case known: SparkThrowable => known.getCondition
      case other => fail("not a Spark error", other)
    }

  private def isWait(row: Row): Boolean = row("action") == "WAIT"

  /** Returns the steps of one run: up to the wait, if there is one. */
  private def thisRun(steps: Seq[Row]): Seq[Row] = {
    val (run, rest) = steps.span(!isWait(_))
    run ++ rest.headOption
  }

  /** Runs what was foreseen, and returns the condition in which it ends. */
  private def compare(path: Path, feature: String, clause: String): Option[String] = {
    val before = TableLogFiles.commits(path)
    val steps = explain(path, feature, clause)
    assert(TableLogFiles.commits(path) === before, "explaining wrote something")
    val run = thisRun(steps)
    val lower = protocolAfter(path, feature, clause)
    val condition = drop(path, feature, clause)
    assert(condition === run.flatMap(row => Option(row("errorCondition"))).headOption)

    val made = TableLogFiles.commits(path).filter(_ > before.last)
    val sum =
      (column: String) => run.map(row => Option(row(column)).fold(0L)(_.toString.toLong)).sum
    assert(made.size === sum("commits"), "commits")
    val rewritten = made.map(TableLogFiles.rewritten(path, _))
    assert((rewritten.map(_._1).sum, rewritten.map(_._2).sum) === ((sum("files"), sum("bytes"))))
    val lost = run.flatMap(row => Option(row("lastVersionLost"))).lastOption
    assert(TableLogFiles.commits(path).head === lost.fold(before.head)(_.toString.toLong + 1))
    if (condition.isEmpty) assert(Some(protocolOf(snapshot(path))) === lower)
    condition
  }

  private def protocolAfter(path: Path, feature: String, clause: String): Option[Protocol] = {
    val session = spark.asInstanceOf[SparkSession]
    val at = new TableReader(session).read(TableName.Path(path.toString), TimeTravel.Latest)
    new DropPlans(session, at).plan(feature, clause.nonEmpty).after
  }

  private def noPlan(steps: Seq[Row]): Boolean = steps.map(_("action")) == Seq("REFUSE")

  /** Features whose truncating drop `make test` tries: a reader feature, and the one that guards checkpoints. */
  private val Truncated = Set("deletionVectors", "checkpointProtection") ++
    (if (RunningDelta.isAtLeast("3.3")) Nil else Seq("v2Checkpoint", "typeWidening-preview"))

  droppables.foreach { case droppable @ Droppable(name, feature, make) =>
    val tags = Exhaustive.unless(droppable.representative)
    lazy val template = {
      val path = temporaryTable()
      make(path)
      path
    }

    test(s"D3: what is foreseen for the drop of $name is what happens", tags: _*) {
      compare(copyOf(template), feature, "")
    }

    test(
      s"D4: what is foreseen with TRUNCATE HISTORY is what happens, in both runs: $name",
      Exhaustive.unless(droppable.representative && Truncated(feature)): _*
    ) {
      val path = copyOf(template)
      val first = compare(path, feature, "TRUNCATE HISTORY")
      if (first.exists(_.contains("RETENTION"))) {
        assert(compare(path, feature, "TRUNCATE HISTORY").isDefined, "no wait")
        TableLogFiles.age(path)
        assert(compare(path, feature, "TRUNCATE HISTORY").isEmpty)
      }
    }
  }

  test("D4: a drop that truncates an aged log deletes history, and does not come about at once") {
    RunningDelta.needsVectorDrops()
    val path = temporaryTable()
    withVectorsOff(path)
    TableLogFiles.age(path)
    val first = compare(path, "deletionVectors", "TRUNCATE HISTORY")
    assert(first.contains("DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST"))
    TableLogFiles.age(path)
    assert(compare(path, "deletionVectors", "TRUNCATE HISTORY").isEmpty)
  }

  private def oddlyNamed(more: String): Path = {
    val path = temporaryTable()
    sql(
      s"""CREATE TABLE ${named(path)} (id BIGINT, `a b` STRING, a_b INT, `p;` INT,
         |  s STRUCT<`x,y`: INT, `list=`: ARRAY<STRUCT<`deep ()`: INT>>>, `m t` MAP<STRING, STRUCT<`in {}`: INT>> $more)
         |USING delta PARTITIONED BY (`p;`) TBLPROPERTIES ('delta.columnMapping.mode' = 'name')""".stripMargin
    )
    path
  }

  test("columns whose names need column mapping are renamed by the statements of the refusal") {
    RunningDelta.needsMappingDrops()
    val path = oddlyNamed("")
    sql(
      s"""INSERT INTO ${named(path)} VALUES (1, 'a', 2, 3, named_struct('x,y', 4, 'list=',
         |array(named_struct('deep ()', 5))), map('k', named_struct('in {}', 6)))""".stripMargin
    )
    val before = sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq
    val refused = explain(path, "columnMapping", "")
    assert(noPlan(refused))
    refused.head("statement").toString.split(";\n").foreach(sql)
    assert(compare(path, "columnMapping", "").isEmpty)
    assert(sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq === before)
    assert(snapshot(path).schema.fieldNames === Seq("id", "a_b_2", "a_b", "p_", "s", "m_t"))
  }

  test("no statement is told that Delta would refuse, as a generated column has the name") {
    RunningDelta.needsMappingDrops()
    val path = oddlyNamed(", g STRING GENERATED ALWAYS AS (upper(`a b`))")
    val refused = explain(path, "columnMapping", "")
    assert(noPlan(refused))
    assert(refused.head("statement") === null)
  }

  test("every feature that Delta can drop is tried") {
    val tried = droppables.map(_.feature).toSet
    assert((DeltaFeatures.running.droppable -- tried).isEmpty)
  }

  test("D3: the protocol step names who gains access and who loses it") {
    RunningDelta.needsVectorDrops()
    val path = temporaryTable()
    withVectors(path)
    def last(clause: String): Row = explain(path, "deletionVectors", clause).last
    def names(row: Row, column: String): Seq[String] =
      row(column).asInstanceOf[collection.Seq[String]].toSeq
    assert(last("")("action") === "DROP")
    assert(names(last(""), "gainingRead").nonEmpty)
    assert(names(last(""), "losingRead").isEmpty)
    assert(names(last("TRUNCATE HISTORY"), "losingWrite").isEmpty)
    val lostToProtection =
      names(last("TRUNCATE HISTORY"), "gainingWrite").diff(names(last(""), "gainingWrite"))
    assert(lostToProtection.nonEmpty, "writers that do not know checkpointProtection")
    val (gaining, losing) = (names(last(""), "gainingWrite"), names(last(""), "losingWrite"))
    assert(losing.nonEmpty && gaining.intersect(losing).isEmpty)
  }

  test("the times: a wait of the retention from now, and what comes after is no earlier") {
    RunningDelta.needsVectorDrops()
    val path = temporaryTable()
    withVectors(path)
    val started = System.currentTimeMillis()
    val steps = explain(path, "deletionVectors", "TRUNCATE HISTORY")
    val wait = steps.find(isWait).get("earliest").asInstanceOf[java.sql.Timestamp].getTime
    assert(wait >= started + DropMode.Day)
    assert(steps.dropWhile(!isWait(_)).forall(
      _("earliest").asInstanceOf[java.sql.Timestamp].getTime >= wait
    ))
    assert(steps.takeWhile(!isWait(_)).forall(_("earliest") == null))
  }

  test("a commit rule that would refuse the last commit is foreseen") {
    RunningDelta.needsVectorDrops()
    val path = temporaryTable()
    withVectors(path)
    set(path, "deltaward.allowedFeatures", "appendOnly, invariants, deletionVectors")
    val refused = explain(path, "deletionVectors", "").last
    assert(refused("errorCondition") === "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    assert(refused("description").toString.contains("checkpointProtection"))
    val allowed = explain(path, "deletionVectors", "TRUNCATE HISTORY").last
    assert(allowed("errorCondition") === null)
    compare(path, "deletionVectors", "")
  }

  test("D7: the directories of a partitioned table keep their random names") {
    RunningDelta.needsMappingDrops()
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT, p INT) USING delta PARTITIONED BY (p) " +
        "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    )
    assert(explain(path, "columnMapping", "").head("description").toString.contains("random names"))
  }

  test("what has to be run first is a statement that helps") {
    RunningDelta.needs("3.3", "Delta 3.2 cannot drop checkConstraints")
    val path = temporaryTable()
    table(path)
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT `odd name` CHECK (id >= 0)")
    val refused = explain(path, "checkConstraints", "").head
    assert(refused("errorCondition") === "DELTA_CANNOT_DROP_CHECK_CONSTRAINT_FEATURE")
    sql(refused("statement").toString)
    assert(!noPlan(explain(path, "checkConstraints", "")))
  }

  test("with Delta's protected drops turned off, the default drop waits for the log's retention") {
    RunningDelta.needsVectorDrops()
    withConf("spark.databricks.delta.tableFeatures.fastDropFeature.enabled" -> "false") {
      val path = temporaryTable()
      withVectors(path)
      val steps = explain(path, "deletionVectors", "")
      val wait = steps.find(isWait).get("earliest").asInstanceOf[java.sql.Timestamp].getTime
      assert(wait >= System.currentTimeMillis() + 29L * DropMode.Day)
      assert(compare(path, "deletionVectors", "").isDefined)
    }
  }

  test("a feature that nobody knows is refused with the nearest name") {
    val path = temporaryTable()
    table(path)
    val error = failure(explain(path, "deletionVector", ""))
    assert(error.getCondition === "DELTAWARD_UNKNOWN_FEATURE")
    assert(error.getMessageParameters.get("hint").contains("deletionVectors"))
  }

  test("a feature that the table lacks is refused as Delta refuses it") {
    val path = temporaryTable()
    table(path)
    val listed = rows(spark.sql(s"SHOW TABLE FEATURES ${named(path)}")).map(_("feature"))
    val absent = (DeltaFeatures.running.features -- listed.map(_.toString)).toSeq.sorted
    assert(absent.sizeIs > 10)
    for (feature <- absent; clause <- Seq("", "TRUNCATE HISTORY")) {
      val step = explain(path, feature, clause).head
      assert(step("action") === "REFUSE", feature)
      // Delta before 4.1 first says of some features that it can drop them from no table.
      val refused = drop(path, feature, clause)
      assert(
        Some(step("errorCondition")) === refused ||
          !RunningDelta.isAtLeast("4.1") &&
          refused.contains("DELTA_FEATURE_DROP_NONREMOVABLE_FEATURE"),
        feature
      )
    }
  }

  test("names are taken as Delta takes them: quoted or not, and not in another case") {
    RunningDelta.needsVectorDrops()
    val path = temporaryTable()
    withVectors(path)
    assert(rows(spark.sql(s"EXPLAIN DROP FEATURE 'deletionVectors' ${named(path)}")).size > 1)
    Seq("", "TRUNCATE HISTORY").foreach { clause =>
      val steps = explain(path, "DELETIONVECTORS", clause)
      assert(steps.map(_("action")) === Seq("REFUSE"))
      assert(Some(steps.head("errorCondition")) === drop(path, "DELETIONVECTORS", clause))
      assert(steps.head("statement") ===
        s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors $clause".trim)
    }
  }
}
