package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.rules.Commits._

class ValidProtocolSuite extends AnyFunSuite {

  private val tracking = "delta.enableRowTracking" -> "true"
  private val broken = plain.copy(properties = Map(tracking))

  private def found(commit: Commit): Seq[String] =
    ValidProtocol.check(commit).flatMap(_.problems).map(_.condition)

  test("P2: a commit that turns on what the protocol lacks, by either of the two") {
    assert(found(commit(plain, broken)) == Seq("ENABLED_FEATURE_MISSING"))
    val supported = side(1, 7)("rowTracking", "domainMetadata")(tracking)
    assert(found(commit(supported, broken)) == Seq("ENABLED_FEATURE_MISSING"))
    assert(found(commit(plain, supported)).isEmpty)
  }

  test("P2: what the table lacked before does not stop commits, nor those that mend it") {
    val more = broken.copy(properties = Map("delta.enableRowTracking" -> "TRUE", "a" -> "b"))
    assert(found(commit(broken, more)).isEmpty)
    assert(found(commit(broken, side(1, 7)("rowTracking", "domainMetadata")(tracking))).isEmpty)
    val worse =
      broken.copy(properties = broken.properties + ("delta.enableDeletionVectors" -> "true"))
    assert(found(commit(broken, worse)) == Seq("ENABLED_FEATURE_MISSING"))
  }

  test("P2: a commit of data is not looked at, and a feature may still come before it is written") {
    assert(found(commit(broken, broken).copy(before = None, metadataWritten = false)).isEmpty)
    assert(ValidProtocol.checkPlanned(commit(plain, broken)).isEmpty)
  }
}
