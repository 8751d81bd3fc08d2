package io.deltaward.serializability

import io.deltaward.serializability.histories.{OracleRun, Profile}
import io.deltaward.serializability.jvm.OtherJvm

/** `make oracle N=... SEED=...`: runs the histories of N seeds, from SEED on, and fails if any has a finding. */
object Oracle extends App {

  private val count = args.headOption.fold(100)(_.toInt)
  private val first = args.lift(1).fold(1L)(_.toLong)

  private val context = Side.Plain.session().sparkContext
  context.setLogLevel("OFF")

  private val run = new OracleRun(Profile.twoJvms.possible, deepEvery = 10)

  private var reported = 0

  private val tally = run.run(first until first + count) { soFar =>
    soFar.reports.drop(reported).foreach(println)
    reported = soFar.reports.size
    if (soFar.histories % 10 == 0) println(soFar.summary)
  }

  println(s"seeds $first to ${first + count - 1}: ${tally.summary}")
  OtherJvm.stop()
  context.stop()
  if (tally.reports.nonEmpty) sys.exit(1)
}
