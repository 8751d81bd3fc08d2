package io.deltaward.guard

import java.nio.file.{Files, Path => JPath}
import java.nio.file.attribute.FileTime

import org.apache.spark.{SparkEnv, SparkThrowable}
import org.scalatest.Assertion

/** Runs a cluster with a policies file. */
trait PoliciesFileTest extends PolicyTest {

  protected val vectors = "'delta.enableDeletionVectors' = 'true'"

  protected def onCluster[A](settings: (String, String)*)(body: => A): A = {
    // A session begins with a copy of the cluster's settings. This one must not have a file from there.
    require(!spark.conf.getAll.contains("spark.deltaward.policies.path"))
    val cluster = SparkEnv.get.conf
    settings.foreach { case (key, value) => cluster.set(key, value) }
    try body
    finally settings.foreach { case (key, _) => cluster.remove(key) }
  }

  protected def newFile(text: String): JPath =
    rewritten(temporaryDirectory().resolve("policies.yaml"), text)

  /** Rewrites a file, and dates it back as if it had been there for some time. */
  protected def rewritten(file: JPath, text: String): JPath = {
    Files.writeString(file, text)
    Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 60000))
  }

  protected def withFile[A](file: JPath, settings: (String, String)*)(body: => A): A =
    onCluster(("spark.deltaward.policies.path" -> file.toString) +: settings: _*)(body)

  protected def withPolicies[A](text: String, settings: (String, String)*)(body: => A): A =
    withFile(newFile(text), settings: _*)(body)

  protected def withSchema[A](name: String)(body: => A): A = {
    sql(s"CREATE SCHEMA $name")
    try body
    finally sql(s"DROP SCHEMA $name CASCADE"): Unit
  }

  protected def create(table: String, properties: String = "'a' = 'b'"): Unit =
    sql(s"CREATE TABLE $table (id BIGINT) USING delta TBLPROPERTIES ($properties)"): Unit

  protected def alter(table: String, properties: String = vectors): Unit =
    sql(s"ALTER TABLE $table SET TBLPROPERTIES ($properties)"): Unit

  protected def notAllowed(body: => Any): SparkThrowable = {
    val error = refusalOf(body)
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    error
  }

  protected def unread(body: => Any): SparkThrowable = {
    val error = refusalOf(body)
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.INVALID_POLICIES_FILE")
    error
  }

  protected def problem(error: SparkThrowable, text: String): Assertion =
    assert(error.getMessageParameters.get("problems").contains(text))
}
