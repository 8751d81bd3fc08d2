package io.deltaward.drops

import org.apache.hadoop.fs.Path

import io.deltaward.{DeltaSession, MadeTables}
import io.deltaward.RunningDelta.preview
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/** @param make makes the table at a path */
final case class Droppable(name: String, feature: String, make: Path => Unit) {

  /** Checks whether the drop has steps or an error condition that no other representative table has. */
  def representative: Boolean = Droppable.Representative(name)
}

object Droppable {

  private val Representative = Set(
    "deletionVectors, used",
    "deletionVectors, used and turned off",
    "v2Checkpoint, used",
    "inCommitTimestamp, enabled",
    "vacuumProtocolCheck, supported only",
    "typeWidening, used",
    "rowTracking, used",
    "domainMetadata, needed by rowTracking",
    "columnMapping, with a new name",
    "columnMapping, with a name that plain Parquet cannot have",
    "checkConstraints, used",
    "checkpointProtection, with history behind it",
    "a feature that cannot be dropped",
    "a feature that the table has not"
  )
}

/** Tables with a feature that Delta can drop, in the states that make a difference. */
trait DroppableTables { self: DeltaSession =>

  private def rows(path: Path, from: Int): Unit =
    spark.range(from.toLong, from.toLong + 10)
      .selectExpr("id", "CAST(id AS STRING) AS v")
      .repartition(1)
      .write.format("delta").mode("append").save(path.toString)

  /** Makes a table of three files. Without properties, its protocol is (1, 2). */
  def table(path: Path, properties: (String, String)*): Unit =
    copyTo(path, MadeTables.made("three files", properties)(newTable(_, properties: _*)))

  private def newTable(path: Path, properties: (String, String)*): Unit = {
    val listed = properties.map { case (key, value) => s"'$key' = '$value'" }.mkString(", ")
    val clause = if (properties.isEmpty) "" else s"TBLPROPERTIES ($listed)"
    sql(s"CREATE TABLE ${named(path)} (id BIGINT, v STRING) USING delta $clause")
    (0 until 3).foreach(i => rows(path, i * 10))
  }

  def set(path: Path, key: String, value: String): Unit =
    sql(s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$key' = '$value')"): Unit

  private def supported(feature: String): Droppable = Droppable(
    s"$feature, supported only",
    feature,
    path => {
      table(path)
      set(path, s"delta.feature.$feature", "supported")
    }
  )

  def withVectors(path: Path): Unit = {
    val made = MadeTables.made("three files with vectors") { path =>
      newTable(path, "delta.enableDeletionVectors" -> "true")
      sql(s"DELETE FROM ${named(path)} WHERE id IN (3, 13)"): Unit
    }
    copyTo(path, made)
  }

  /** Makes a table whose deletion vectors Delta does not see, since the property is off. */
  def withVectorsOff(path: Path): Unit = {
    withVectors(path)
    set(path, "delta.enableDeletionVectors", "false")
  }

  private def widened(path: Path): Unit = {
    sql(
      s"CREATE TABLE ${named(path)} (id SMALLINT, v STRING) USING delta " +
        "TBLPROPERTIES ('delta.enableTypeWidening' = 'true')"
    )
    (0 until 2).foreach { i =>
      spark.range(i * 10L, i * 10L + 10).selectExpr("CAST(id AS SMALLINT) AS id", "'a' AS v")
        .repartition(1).write.format("delta").mode("append").save(path.toString)
    }
    sql(s"ALTER TABLE ${named(path)} CHANGE COLUMN id TYPE INT")
    spark.range(20, 30).selectExpr("CAST(id AS INT) AS id", "CAST(id AS STRING) AS v")
      .repartition(1).write.format("delta").mode("append").save(path.toString)
  }

  private def constrained(path: Path): Unit = {
    table(path)
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT positive CHECK (id >= 0)"): Unit
  }

  /** Returns the tables that this Delta can have. */
  def droppables: Seq[Droppable] =
    all.filter(table => DeltaFeatures.running.features(table.feature))

  private def all: Seq[Droppable] = Seq(
    supported("deletionVectors"),
    Droppable(
      "deletionVectors, enabled",
      "deletionVectors",
      table(_, "delta.enableDeletionVectors" -> "true")
    ),
    Droppable("deletionVectors, used", "deletionVectors", withVectors),
    Droppable("deletionVectors, used and turned off", "deletionVectors", withVectorsOff),
    supported("v2Checkpoint"),
    Droppable("v2Checkpoint, enabled", "v2Checkpoint", table(_, "delta.checkpointPolicy" -> "v2")),
    Droppable(
      "v2Checkpoint, used",
      "v2Checkpoint",
      path => {
        table(path, "delta.checkpointPolicy" -> "v2")
        makeCheckpoint(path)
      }
    ),
    Droppable(
      "inCommitTimestamp, enabled",
      s"inCommitTimestamp$preview",
      table(_, s"delta.enableInCommitTimestamps$preview" -> "true")
    ),
    supported(s"inCommitTimestamp$preview"),
    supported("domainMetadata"),
    supported("vacuumProtocolCheck"),
    supported("materializePartitionColumns"),
    supported("typeWidening-preview"),
    supported("geospatial"),
    supported("geospatial-dev"),
    supported("coordinatedCommits-preview"),
    supported("typeWidening"),
    Droppable(
      "typeWidening, enabled",
      s"typeWidening$preview",
      table(_, "delta.enableTypeWidening" -> "true")
    ),
    Droppable("typeWidening, used", s"typeWidening$preview", widened),
    supported("rowTracking"),
    Droppable("rowTracking, used", "rowTracking", table(_, "delta.enableRowTracking" -> "true")),
    Droppable(
      "domainMetadata, needed by rowTracking",
      "domainMetadata",
      table(_, "delta.enableRowTracking" -> "true")
    ),
    Droppable(
      "columnMapping, by the columns' own names",
      "columnMapping",
      path => {
        table(path)
        set(path, "delta.columnMapping.mode", "name")
      }
    ),
    Droppable(
      "columnMapping, with a new name",
      "columnMapping",
      path => {
        table(path, "delta.columnMapping.mode" -> "name")
        sql(s"ALTER TABLE ${named(path)} RENAME COLUMN v TO w"): Unit
      }
    ),
    Droppable(
      "columnMapping, with a name that plain Parquet cannot have",
      "columnMapping",
      path => {
        table(path, "delta.columnMapping.mode" -> "name")
        sql(s"ALTER TABLE ${named(path)} RENAME COLUMN v TO `a b`"): Unit
      }
    ),
    Droppable("checkConstraints, used", "checkConstraints", constrained),
    Droppable(
      "checkConstraints, no longer used",
      "checkConstraints",
      path => {
        constrained(path)
        sql(s"ALTER TABLE ${named(path)} DROP CONSTRAINT positive"): Unit
      }
    ),
    Droppable(
      "checkpointProtection, with history behind it",
      "checkpointProtection",
      path => {
        withVectors(path)
        sql(s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors"): Unit
      }
    ),
    supported("checkpointProtection"),
    Droppable(
      "a feature that cannot be dropped",
      "timestampNtz",
      path => {
        table(path)
        set(path, "delta.feature.timestampNtz", "supported")
      }
    ),
    Droppable("a feature that the table has not", "deletionVectors", table(_))
  )
}
