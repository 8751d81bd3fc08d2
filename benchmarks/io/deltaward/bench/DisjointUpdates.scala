package io.deltaward.bench

import java.nio.file.Path

/**
 * Measures writers that update disjoint keys in one file: plain Delta with an immediate retry, the extension, and
 * the extension with a table for each writer. The three take turns, on new tables each time.
 */
final class DisjointUpdates(
    plain: Seq[Side],
    guarded: Seq[Side],
    folder: Path,
    rounds: Int,
    updates: Int
) {
  import DisjointUpdates._

  private val Rows = 1000L

  val results: Map[String, Seq[Throughput]] = {
    val _ = round("warm-up", updates = 1)
    (1 to rounds).flatMap(i => round(i.toString, updates)).groupMap(_._1)(_._2)
  }

  private def round(name: String, updates: Int): Seq[(String, Throughput)] = Seq(
    Retrying -> new Writers(plain, updates).run(shared(s"plain-$name")),
    Resolving -> new Writers(guarded, updates).run(shared(s"with-$name")),
    Apart -> new Writers(guarded, updates).run(apart(s"apart-$name"))
  )

  private def shared(name: String): Int => Path = {
    val table = Writers.table(plain.head, folder.resolve(name), Rows, 1)
    _ => table
  }

  private def apart(name: String): Int => Path = {
    val tables =
      guarded.indices.map(i => Writers.table(plain.head, folder.resolve(s"$name-$i"), Rows, 1))
    tables(_)
  }
}

object DisjointUpdates {
  val Retrying = "one file, without, retrying at once"
  val Resolving = "one file, with"
  val Apart = "a table for each writer, with"
}
