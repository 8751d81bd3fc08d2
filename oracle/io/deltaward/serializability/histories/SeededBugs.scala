package io.deltaward.serializability.histories

import io.deltaward.serializability.model.PartitionType
import io.deltaward.serializability.schedule.Upkeep
import io.deltaward.serializability.search.Level

/**
 * A wrong way to resolve conflicts, and histories that often show it.
 *
 * @param name     what it does wrong
 * @param seed     first seed, from 1 on, whose history shows it
 * @param settings wrong settings of all sessions
 */
final case class SeededBug(
    name: String,
    profile: Profile,
    seed: Long = 1L,
    settings: Map[String, String] = Map.empty
)

/** The oracle has to find each of these within 200 histories. */
object SeededBugs {

  private val serializable = Seq(Level.Serializable)
  private val plainTables = Map.empty[String, Int]

  /** Draws tables of one file without properties, where every statement meets every other. */
  private def oneFile(weights: (String, Int)*): Profile = Profile(
    serializable,
    weights.toMap,
    plainTables,
    concurrent = (2, 3),
    before = 0,
    after = 0,
    files = 1,
    rows = (8, 14),
    none = 0,
    surroundings = Surroundings.none
  )

  val all: Seq[SeededBug] = Seq(
    SeededBug(
      "a remove names the deletion vector that was read, not the winner's",
      oneFile("delete" -> 4, "update" -> 2),
      seed = 2L
    ),
    // Statements before the concurrent ones write the base deletion vectors.
    SeededBug(
      "the base is not taken off a deletion vector",
      oneFile("delete" -> 1).copy(before = 2),
      seed = 4L
    ),
    SeededBug(
      "rows that the winner added are not checked (R2)",
      oneFile("delete" -> 3, "insert" -> 3, "insert select" -> 2, "update" -> 1),
      seed = 2L
    ),
    SeededBug(
      "rows that the winner removed are not checked (R3)",
      oneFile("delete" -> 2, "insert select" -> 2, "insert count" -> 1),
      seed = 30L
    ),
    SeededBug(
      "every winner that only adds rows counts as a blind append",
      oneFile("delete" -> 3, "update" -> 2, "insert select" -> 3, "insert count" -> 2, "merge" -> 2)
        .copy(levels = Seq(Level.WriteSerializable)),
      seed = 8L
    ),
    SeededBug(
      "files are rewritten before row ids are assigned again",
      oneFile("delete" -> 3, "update" -> 2, "optimize" -> 3, "purge" -> 2)
        .copy(shapes = Map("row tracking" -> 100), before = 2, files = 3),
      seed = 4L
    ),
    // Zeros of both signs, NaN and NULL are in the rows; conditions tell them apart.
    SeededBug(
      "rows are found again by SQL's equality, not by their bytes",
      oneFile("delete" -> 5, "optimize" -> 2, "zorder" -> 1).copy(files = 3),
      seed = 10L
    ),
    SeededBug(
      "OPTIMIZE loses the deletion vector that the winner wrote",
      oneFile("delete" -> 3, "update" -> 2, "optimize" -> 3, "purge" -> 1).copy(files = 3),
      seed = 2L
    ),
    SeededBug(
      "a read that is not recorded is not noticed",
      oneFile(
        "delete" -> 3,
        "update" -> 2,
        "insert unrecorded count" -> 3,
        "update to greatest" -> 1
      ),
      seed = 4L,
      settings = Map("spark.deltaward.isolation.unrecordedReads.enabled" -> "false")
    ),
    // Files have few rows, so that a delete removes whole files. Rows that it only marks are compared by their values.
    SeededBug(
      "what was read is looked for in files with the same text of a partition value",
      oneFile("insert select" -> 2, "insert count" -> 2, "delete" -> 4, "optimize" -> 3).copy(
        shapes = Map("partitioned" -> 100),
        partitions = Seq(PartitionType.Doubles),
        concurrent = (4, 5),
        files = 6,
        rows = (1, 2),
        surroundings = Surroundings.none.copy(texts = 100)
      ),
      seed = 23L
    ),
    SeededBug(
      "files that are not there any more hold no rows",
      oneFile("delete" -> 3, "optimize" -> 2).copy(
        files = 3,
        surroundings = Surroundings.none.copy(upkeep = Map(Upkeep.Vacuum -> 100))
      ),
      seed = 9L
    ),
    SeededBug(
      "rows that the winner removed are ruled out by the statistics of those it left",
      oneFile("delete" -> 3, "insert select" -> 2, "insert count" -> 2).copy(
        surroundings = Surroundings.none.copy(upkeep = Map(Upkeep.TightStatistics -> 100))
      ),
      seed = 27L
    ),
    SeededBug(
      "rows that the winner added are not compared with the source of a MERGE",
      oneFile("merge" -> 6, "insert" -> 1, "delete" -> 1),
      seed = 8L
    ),
    // Many concurrent statements give many pairs of neighbouring commits.
    SeededBug(
      "the least and the greatest of bytes that are no text are as statistics have them",
      oneFile("merge" -> 1, "insert" -> 1).copy(
        shapes = Map("hard bounds" -> 100),
        concurrent = (5, 6),
        rows = (1, 2)
      ),
      seed = 26L
    )
  )

  /** Returns the first of these seeds whose history has a finding. */
  def firstCaught(run: OracleRun, seeds: Seq[Long]): Option[Long] =
    seeds.find(seed => run.problems(seed).nonEmpty)
}
