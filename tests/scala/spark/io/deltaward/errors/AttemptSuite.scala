package io.deltaward.errors

import org.scalatest.funsuite.AnyFunSuite

class AttemptSuite extends AnyFunSuite {

  private def written(versions: Long*): String = Attempt("t", "WRITE", versions).written

  test("what a statement had written before is told by its versions") {
    assert(written() == "nothing was committed")
    assert(written(3) == "the statement already wrote version 3, which remains")
    assert(written(3, 4) == "the statement already wrote versions 3 and 4, which remain")
    assert(written(3, 4, 5) == "the statement already wrote versions 3 to 5, which remain")
    assert(written(3, 5, 6) == "the statement already wrote versions 3, 5 and 6, which remain")
  }
}
