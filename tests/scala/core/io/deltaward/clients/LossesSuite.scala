package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol

/** What a change of a table takes away from a client. */
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
    Losses.between(before, after, harmful).lost

  private val plain = table("appendOnly")
  private val vectors = table("appendOnly", "deletionVectors")
  private val closed = table("appendOnly", "deletionVectors", "v2Checkpoint")

  test("to be able to harm others is a loss") {
    assert(lost(plain, vectors) == Seq(Access.Write))
    assert(Losses.between(plain, vectors, harmful).after.writeVerdict == Verdict.HarmsOthers)
    assert(lost(vectors, vectors) == Nil && lost(vectors, plain) == Nil)
  }

  test("to let a client in to do harm is one, too; to let it in otherwise is none") {
    assert(lost(closed, vectors) == Seq(Access.Write))
    assert(lost(closed, plain) == Nil)
  }
}
