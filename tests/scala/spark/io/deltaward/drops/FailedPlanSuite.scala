package io.deltaward.drops

import java.io.File
import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.RunningDelta
import io.deltaward.clients.Access
import io.deltaward.drops.plans.{CompatiblePlans, PlanRunner}
import io.deltaward.files.ClientChoice
import io.deltaward.tables.TableName
import io.deltaward.text.Screen

/** Tests plans on a table whose files are missing, or with a Delta that fails in the middle. */
class FailedPlanSuite extends MakeCompatibleTest {

  private def files(path: Path, part: String): Seq[File] =
    FileUtils.listFiles(new File(path.toUri), null, true).asScala.toSeq
      .filter(file => file.getName.contains(part) && !file.getPath.contains("_delta_log"))
      .filterNot(_.getName.endsWith(".crc"))

  Seq("a data file" -> ".parquet", "a file of deletion vectors" -> "deletion_vector").foreach {
    case (what, part) =>
      test(s"where $what is missing, nothing is begun") {
        val path = temporaryTable()
        withVectors(path)
        val missing = files(path, part)
        assert(missing.nonEmpty)
        missing.foreach(_.delete())
        val before = TableLogFiles.commits(path)
        val error = failure(makeCompatible(path, s"'$Plain' FOR READ"))
        assert(error.getCondition === "DELTAWARD_FILES_MISSING", error)
        val told = error.getMessageParameters.get("files")
        assert(missing.exists(file => told.contains(file.getName)), told)
        assert(failure(sql(
          s"EXPLAIN DROP FEATURE deletionVectors FOR ${named(path)}"
        )).getCondition === error.getCondition)
        assert(Screen.holds(error.asInstanceOf[Throwable].getMessage))
        assert(TableLogFiles.commits(path) === before)
      }
  }

  test("what fails in the middle says what was done, why, and how to go on") {
    val path = temporaryTable()
    table(path)
    // Delta 4.0 does not drop domainMetadata.
    val second = if (RunningDelta.isAtLeast("4.1")) "domainMetadata" else "checkConstraints"
    Seq(second, "inCommitTimestamp").foreach { feature =>
      set(path, s"delta.feature.$feature", "supported")
    }
    val error = failsAt(2, path, Access.Write)
    assert(error.getCondition === "DELTAWARD_PLAN_FAILED")
    val message = error.asInstanceOf[Throwable].getMessage
    assert(message.contains("NoSuchFileException: /nowhere/part-0.parquet"))
    assert(message.contains("One statement ran before it."))
    assert(message.contains("DROP FEATURE"))
    assert(Screen.holds(message))
    assert(statuses(makeCompatible(path, s"'$Plain' FOR WRITE")).map(_._1) === Seq("DONE"))
  }

  test("vectors that were turned on for a drop which fails are off again") {
    val path = temporaryTable()
    withVectors(path)
    set(path, "delta.enableDeletionVectors", "false")
    assert(failsAt(2, path, Access.all: _*).getCondition === "DELTAWARD_PLAN_FAILED")
    assert(snapshot(path).metadata.configuration("delta.enableDeletionVectors") === "false")
  }

  Seq("CLUSTER BY NONE" -> 2, "the drop" -> 3).foreach { case (after, number) =>
    test(s"a table is clustered as before where a statement fails after $after") {
      val path = temporaryTable()
      sql(
        s"CREATE TABLE ${named(path)} (id BIGINT, k STRING) USING delta CLUSTER BY (k) " +
          "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
      )
      assert(failsAt(number, path, Access.Read).getCondition === "DELTAWARD_PLAN_FAILED")
      val columns = sql(s"DESCRIBE DETAIL ${named(path)}").head.getAs[Any]("clusteringColumns")
      assert(columns === Seq("k"))
    }
  }

  /** Returns the error of a run whose statement with this number, counted from 1, fails. */
  private def failsAt(number: Int, path: Path, accesses: Access*): SparkThrowable = {
    val plans = new CompatiblePlans(
      spark.asInstanceOf[SparkSession],
      TableName.Path(path.toString),
      ClientChoice(Plain, None),
      accesses
    )
    var ran = 0
    val runner = new PlanRunner(
      plans,
      statement => {
        ran += 1
        if (ran == number) Files.readString(JPath.of("/nowhere/part-0.parquet"))
        sql(statement)
      }
    )
    failure(runner.run(plans.plan()))
  }
}
