package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite

class ProblemListSuite extends AnyFunSuite {

  test("a message lists up to ten problems") {
    val ten = (1 to 10).map(i => s"problem $i")
    assert(ProblemList.join(ten) == ten.mkString("; "))
  }

  test("a message counts further problems") {
    val listed = ProblemList.join((1 to 20000).map(i => s"problem $i"))
    assert(listed.endsWith("; problem 10; and at least 19990 more problems"))
  }

  test("a message cuts a long problem") {
    assert(ProblemList.join(Seq("x" * 300)) == "x" * 300)
    assert(ProblemList.join(Seq("x" * 301)) == "x" * 300 + "...")
  }
}
