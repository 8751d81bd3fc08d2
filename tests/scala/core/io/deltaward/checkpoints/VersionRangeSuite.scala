package io.deltaward.checkpoints

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class VersionRangeSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  test("versions that follow each other are one range") {
    assert(VersionRange.fromVersions(Iterator(1, 2, 3, 7, 9, 10)).mkString(", ") ==
      "1 to 3, 7, 9 to 10")
  }

  test("the ranges hold exactly the versions, and no two could be one") {
    forAll(Gen.listOf(Gen.choose(0L, 50L)).map(_.distinct.sorted)) { versions =>
      val ranges = VersionRange.fromVersions(versions.iterator)
      assert(ranges.flatMap(range => range.first to range.last) == versions)
      assert(ranges.zip(ranges.drop(1)).forall { case (a, b) => a.last + 1 < b.first })
    }
  }
}
