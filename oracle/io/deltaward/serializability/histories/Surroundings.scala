package io.deltaward.serializability.histories

import io.deltaward.serializability.schedule.Upkeep

/**
 * Probabilities, in percent, of what happens around the statements of a history.
 *
 * @param upkeep      that each kind of upkeep follows a concurrent statement
 * @param sources     that the source table of a MERGE is replaced after the MERGE has read it and before it commits
 * @param chain       that two rewrites follow each other while statements wait
 * @param settings    that the session of a statement has other settings
 * @param texts       that the partition values of a file are written in another text form
 * @param elsewhere   that a statement runs in another JVM
 * @param altered     that changes of metadata replace one or two statements of a history
 * @param late        that a history adds a nullable column, and rows with values in it
 * @param named       that statements of such a history name a variable that the new column shadows
 * @param filed       that one or two statements of a history read the files of the table directly
 * @param overwritten that one or two statements of a history overwrite rows
 * @param restored    that one or two statements of a history restore an earlier version
 * @param required    that a column of a history is `NOT NULL` until rows with NULL in it are added
 * @param attempts    that a statement with several commits beside it attempts to commit between two of them
 * @param analysed    that a statement is analysed some steps before its transaction begins
 */
final case class Surroundings(
    upkeep: Map[Upkeep, Int] = Map.empty,
    sources: Int = 0,
    chain: Int = 0,
    settings: Int = 0,
    texts: Int = 0,
    elsewhere: Int = 0,
    analysed: Int = 0,
    attempts: Int = 0,
    altered: Int = 0,
    late: Int = 0,
    required: Int = 0,
    named: Int = 0,
    filed: Int = 0,
    overwritten: Int = 0,
    restored: Int = 0
)

object Surroundings {

  val none: Surroundings = Surroundings()

  val all: Surroundings = Surroundings(
    upkeep = Map(Upkeep.Vacuum -> 6, Upkeep.Checkpoint -> 4, Upkeep.TightStatistics -> 12),
    sources = 50,
    chain = 15,
    settings = 30,
    texts = 40,
    analysed = 10,
    attempts = 25,
    altered = 25,
    late = 12,
    required = 12,
    named = 50,
    filed = 6,
    overwritten = 20,
    restored = 10
  )
}
