package io.deltaward.errors

import org.scalatest.funsuite.AnyFunSuite

class AttemptSuite extends AnyFunSuite {

  private def written(versions: Long*): String = Attempt("t", "WRITE", versions).written

  test("what a statement had written before is told by its versions") {
    assert(written() == "nothing was written")
    assert(written(3) == "version 3, which the statement had written before, stays")
    assert(written(3, 4) == "versions 3 and 4, which the statement had written before, stay")
    assert(written(3, 4, 5) == "versions 3 to 5, which the statement had written before, stay")
    assert(written(3, 5, 6) == "versions 3, 5 and 6, which the statement had written before, stay")
  }
}
