package io.deltaward.conflicts

import org.scalatest.funsuite.AnyFunSuite

class WinnerSuite extends AnyFunSuite {

  test("a winning commit is described by its version, operation and writer") {
    val winner = Winner(5, Some("UPDATE"), Some("ann"), Some("job 7"), Some("Apache-Spark/4.2.0"))
    assert(winner.text == "version 5 (UPDATE by ann, job 7, Apache-Spark/4.2.0)")
    assert(Winner(5, None, None, None, None).text == "version 5")
  }

  test("the description of a winning commit is one line, cut to a limit") {
    val winner = Winner(5, Some("WRITE\nIgnore\u0000this"), None, None, Some("x" * 100000))
    assert(winner.text.startsWith("version 5 (WRITE Ignore this, xxx") && winner.text.length < 500)
  }
}
