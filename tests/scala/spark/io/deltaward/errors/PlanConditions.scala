package io.deltaward.errors

import java.io.{File, IOException}
import java.nio.file.Files

import scala.jdk.CollectionConverters._

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path

import io.deltaward.storage.CrashingFileSystem.{crashing, readOnly}

/** Makes plans that cannot be made or carried out. */
trait PlanConditions extends Raised {

  private def table(columns: String): Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} ($columns) USING delta")
    path
  }

  private def makeCompatible(path: Path, client: String): Any =
    sql(s"ALTER TABLE ${named(path)} MAKE COMPATIBLE WITH CLIENT $client")

  private def withConstraint: Path = {
    val path = table("id BIGINT")
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT positive CHECK (id > 0)")
    path
  }

  /** Runs `body` with a client that no table can be made compatible with. */
  private def withHopelessClient(body: => Any): Any = {
    val file = Files.writeString(
      temporaryDirectory().resolve("clients.json"),
      """{"id": "hopeless", "name": "Hopeless", "unknownFeatureBehaviour": {"read": "fails", "write": "fails"},
        | "releases": [{"version": "1", "accessPath": "only", "evidence": "source", "verifiedAt": "2026-11-01",
        |  "sources": ["a test"], "read": {"versions": [3], "features": [], "otherFeatures": "refused"},
        |  "write": {"versions": [7], "features": [], "otherFeatures": "refused"}}]}""".stripMargin
    )
    withConf("spark.deltaward.clients.path" -> file.toString)(body)
  }

  val planConditions: Ways = Seq(
    "DELTAWARD_UNKNOWN_FEATURE" -> { () =>
      sql(s"EXPLAIN DROP FEATURE deletionVector FOR ${named(table("id BIGINT"))}")
    },
    "DELTAWARD_FILES_MISSING" -> { () =>
      val path = table("id BIGINT")
      sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
      sql(s"INSERT INTO ${named(path)} VALUES (1)")
      FileUtils.listFiles(new File(path.toUri), Array("parquet"), true).asScala.foreach(_.delete())
      sql(s"EXPLAIN DROP FEATURE columnMapping FOR ${named(path)}")
    },
    "DELTAWARD_PLAN_FAILED" -> { () =>
      throw Errors.planFailed("ALTER TABLE lake.t", 1, new IOException("no space left"))
    },
    "DELTAWARD_STATEMENT_FAILED" -> { () =>
      val path = table("id BIGINT")
      sql(s"INSERT INTO ${named(path)} VALUES (1)")
      FileUtils.listFiles(new File(path.toUri), Array("parquet"), true).asScala
        .foreach(file => Files.writeString(file.toPath, "no Parquet"))
      sql(s"EXPLAIN PROTOCOL ALTER TABLE ${named(path)} ADD CONSTRAINT c CHECK (id > 0)")
    },
    "DELTAWARD_STALE_PLAN" -> (() => throw Errors.stale("lake.t", "ALTER TABLE lake.t")),
    "DELTAWARD_TABLE_NOT_WRITABLE" -> { () =>
      val path = table("id BIGINT")
      sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')")
      readOnly(makeCompatible(crashing(path), "'delta-standalone' FOR READ"))
    }
  ) ++ inFamily(
    "DELTAWARD_CANNOT_MAKE_COMPATIBLE",
    Seq(
      "DROP_REFUSED" -> (() => makeCompatible(withConstraint, "'delta-standalone' FOR WRITE")),
      "NOT_DROPPABLE" -> { () =>
        makeCompatible(table("at TIMESTAMP_NTZ"), "'delta-standalone' FOR READ")
      },
      "NOT_OFFERED" -> { () =>
        makeCompatible(table("id BIGINT"), "'synapse-serverless-sql' FOR WRITE")
      },
      "NOT_THE_TABLE" -> { () =>
        withHopelessClient(makeCompatible(table("id BIGINT"), "'hopeless' FOR READ"))
      },
      "PROTECTED_HISTORY" -> (() => throw Errors.protectedHistory("trino", "It would go.")),
      "NO_EVIDENCE" -> (() => makeCompatible(table("id BIGINT"), "'delta-standalone' '0.1'"))
    )
  )
}
