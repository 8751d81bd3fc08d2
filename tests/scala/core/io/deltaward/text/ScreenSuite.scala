package io.deltaward.text

import org.scalatest.funsuite.AnyFunSuite

class ScreenSuite extends AnyFunSuite {

  test("a line that is longer than the screen is wide takes several") {
    assert(Screen.lines("a" * Screen.Width) == 1)
    assert(Screen.lines("a" * (Screen.Width + 1)) == 2)
    assert(Screen.lines("a\n\nb") == 3)
  }

  test("what is cut says so, and is no longer than asked") {
    assert(Screen.cut("as it is", 8) == "as it is")
    assert(Screen.cut("a word too many", 10) == "a word ...")
  }

  test("of many names the first are listed, and how many more there are") {
    assert(Screen.listed(Seq("a", "b", "c"), 2) == "a, b, c")
    assert(Screen.listed(Seq("a", "b", "c", "d"), 2) == "a, b and 2 more")
  }
}
