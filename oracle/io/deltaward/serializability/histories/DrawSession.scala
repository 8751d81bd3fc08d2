package io.deltaward.serializability.histories

import scala.util.Random

import io.deltaward.serializability.model.{HardBounds, PartitionType}

/** Draws the sessions of a history. */
final class DrawSession(random: Random, shape: Shape, surroundings: Surroundings) {

  /**
   * True if the sessions of a history have several time zones. They would read a timestamp without a time zone as
   * different values, so such a history has no such timestamps.
   */
  private val zones = random.nextBoolean()

  private val timestamps = shape.partition.contains(PartitionType.Timestamps)

  private val settings: Seq[(String, String)] = Seq(
    "spark.sql.files.ignoreMissingFiles" -> "true",
    "spark.sql.files.ignoreCorruptFiles" -> "true",
    "spark.sql.caseSensitive" -> "true",
    "spark.sql.ansi.enabled" -> "false"
  ) ++ (
    if (zones) Seq("America/New_York", "Asia/Tokyo").map("spark.sql.session.timeZone" -> _)
    else Seq("spark.databricks.delta.write.utcTimestampPartitionValues" -> "false")
  )

  /** Returns legacy settings for half of the sessions, which then write years before year 1 without a sign. */
  private def forYears(): Map[String, String] = {
    val isLegacy =
      shape.hard.contains(HardBounds.Years) && !timestamps && random.nextBoolean()
    Option.when(isLegacy)("spark.sql.legacy.timeParserPolicy" -> "LEGACY").toMap
  }

  def session(): WriterSession = {
    val count =
      if (random.nextInt(100) < surroundings.settings) 1 + random.nextInt(2) else 0
    val others = random.shuffle(settings).take(count).toMap
    WriterSession(
      forYears() ++ others ++ Option.when(count > 0)(WriterSession.KeptSources -> materialized),
      random.nextInt(100) < surroundings.elsewhere
    )
  }

  private def materialized: String = if (random.nextInt(3) == 0) "all" else "none"

  /** Draws the text form of a partition value; 0 is Spark's. */
  def form(): Int = {
    val other = random.nextInt(100) < surroundings.texts
    if (other && !(timestamps && zones)) 1 + random.nextInt(3) else 0
  }
}
