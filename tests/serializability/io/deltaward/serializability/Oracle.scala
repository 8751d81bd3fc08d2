package io.deltaward.serializability

import io.deltaward.serializability.histories.{OracleRun, Profile, Tally}

/** `make oracle N=... SEED=...`: runs the histories of N seeds, from SEED on, and fails if any has a finding. */
object Oracle extends App {

  private val count = args.headOption.fold(100)(_.toInt)
  private val first = args.lift(1).fold(1L)(_.toLong)

  private val run =
    new OracleRun(OracleSession.guarded, OracleSession.plain, Profile.serializable, deepEvery = 10)

  private val tally = (first until first + count).foldLeft(Tally.none) { (sum, seed) =>
    val one = run.one(seed)
    one.reports.foreach(println)
    val now = sum + one
    if (now.histories % 10 == 0) println(now.summary)
    now
  }

  println(s"seeds $first to ${first + count - 1}: ${tally.summary}")
  OracleSession.plain.stop()
  if (tally.reports.nonEmpty) sys.exit(1)
}
