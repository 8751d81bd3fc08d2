package io.deltaward.serializability.histories

import io.deltaward.serializability.schedule.Upkeep

/**
 * How likely what goes on around the statements is, in percent.
 *
 * @param upkeep      of each kind, after a statement that was under way with others
 * @param sources     of a table that a MERGE has read, and that is removed and made again before it commits
 * @param chain       of an OPTIMIZE that follows another one while statements wait
 * @param settings    of a session that has other settings, of each statement
 * @param texts       of a file at the start whose partition values are written in another text
 * @param elsewhere   of a statement that runs in another JVM
 * @param altered     of a history in which a statement or two give way to changes of the table's metadata
 * @param late        of a history in which a nullable column comes, and rows with values in it
 * @param named       of a history in which a column comes, that statements name something that it takes the name of
 * @param filed       of a history in which a statement or two read the files of the table past its log
 * @param overwritten of a history in which a statement or two overwrite rows
 * @param restored    of a history in which a statement or two restore a version of before
 * @param required    of a history in which a column is `NOT NULL` until rows without a value in it come
 * @param attempts    of a statement that others commit beside, that they do so again after it has lost to them and gone on
 * @param analysed    of a statement that others commit beside after it is analysed and before its transaction begins
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
