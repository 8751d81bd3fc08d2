package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.features.{TableDescriptor, Traces}
import io.deltaward.protocol.Protocol

/** Tests what a client loses, and what it gains, by a change of a table. */
class LossesSuite extends AnyFunSuite {

  private def table(features: String*): TableDescriptor = TableDescriptor(
    Protocol(3, 7, Some(features.toSet - "appendOnly"), Some(features.toSet)),
    Map("delta.enableDeletionVectors" -> features.contains("deletionVectors").toString),
    """{"type":"struct","fields":[{"name":"id","type":"long","nullable":true,"metadata":{}}]}"""
  )

  private val harmful = {
    val both = known(anyVersion, Set("appendOnly", "deletionVectors"))
    val harm = Case(Seq("deletionVectors:used"), Verdict.HarmsOthers, "others lose rows")
    release(both, both.copy(alone = true, cases = Seq(harm)))
  }

  private def lost(before: TableDescriptor, after: TableDescriptor): Seq[Access] =
    Losses.find(before, after, harmful).lost

  private val plain = table("appendOnly")
  private val vectors = table("appendOnly", "deletionVectors")
  private val closed = table("appendOnly", "deletionVectors", "v2Checkpoint")

  test("HARMS_OTHERS is a loss") {
    assert(lost(plain, vectors) == Seq(Access.Write))
    assert(Losses.find(plain, vectors, harmful).after.writeVerdict == Verdict.HarmsOthers)
    assert(lost(vectors, vectors) == Nil && lost(vectors, plain) == Nil)
  }

  test("access that harms others is a loss, and other new access is not") {
    assert(lost(closed, vectors) == Seq(Access.Write))
    assert(lost(closed, plain) == Nil)
  }

  test("a silent error in place of a refusal is a loss") {
    val partly = known(anyVersion, Set("appendOnly"))
      .copy(cases = Seq(Case(Seq("appendOnly"), Verdict.SilentlyWrong, "some columns are null")))
    def lost(before: TableDescriptor, after: TableDescriptor): Seq[Access] =
      Losses.find(before, after, release(partly, partly)).lost
    assert(lost(vectors, plain) == Access.all)
    assert(lost(plain, vectors) == Access.all)
    assert(lost(plain, plain) == Nil && lost(vectors, closed) == Nil)
    assert(Losses.find(vectors, plain, release(known(anyVersion))).lost == Nil)
  }

  test("a client loses a table by its files as by its features") {
    val sign = Case(
      Seq("deletionVectors", "encodedPaths"),
      Verdict.SilentlyWrong,
      "deleted rows come back"
    )
    val both = known(anyVersion, Set("appendOnly", "deletionVectors"))
    val client = release(both.copy(cases = Seq(sign)))
    def encoded(table: TableDescriptor) =
      table.copy(files = Traces.ofNoFiles.copy(pathSigns = Some(Set("encodedPaths"))))
    def lost(before: TableDescriptor, after: TableDescriptor) =
      Losses.find(before, after, client).lost
    assert(lost(plain, vectors) == Nil && lost(plain, encoded(plain)) == Nil)
    assert(lost(encoded(plain), encoded(vectors)) == Seq(Access.Read))
    assert(lost(vectors, encoded(vectors)) == Seq(Access.Read))
    assert(lost(encoded(vectors), encoded(vectors)) == Nil)
  }

  private def gained(before: TableDescriptor, after: TableDescriptor, release: Release) =
    Gains.find(before, after, release)

  test("a gain is an access that works after the change and not before") {
    assert(gained(closed, plain, harmful) == Access.all)
    assert(gained(closed, vectors, harmful) == Seq(Access.Read))
    assert(gained(vectors, plain, harmful) == Seq(Access.Write))
    assert(gained(plain, vectors, harmful) == Nil && gained(plain, plain, harmful) == Nil)
  }

  test("another failure is not a gain, and no client both gains and loses one access") {
    val always = new Case(Nil, Verdict.HarmsOthers, "others lose rows")
    val some = known(anyVersion, Set("appendOnly"))
    val blind = release(ignoring(), some.copy(alone = true, cases = Seq(always)))
    assert(gained(closed, plain, blind) == Seq(Access.Read))
    val tables = Seq(plain, vectors, closed)
    for (before <- tables; after <- tables; client <- Seq(harmful, blind))
      assert(
        gained(before, after, client).intersect(Losses.find(before, after, client).lost) == Nil
      )
  }
}
