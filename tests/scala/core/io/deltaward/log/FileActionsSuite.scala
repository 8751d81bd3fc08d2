package io.deltaward.log

import org.scalatest.funsuite.AnyFunSuite

/** Tests which files are live after a commit. */
class FileActionsSuite extends AnyFunSuite {

  private def add(path: String, stats: String): String =
    s"""{"add":{"path":"$path","stats":"$stats"}}"""

  private def remove(path: String): String = s"""{"remove":{"path":"$path"}}"""

  private def after(lines: String*): Map[String, Option[String]] = {
    val live = Map("a" -> ListedFile("a", Some("old")), "b" -> ListedFile("b", None))
    FileActions.read(lines.iterator).get.onto(live).map { case (path, file) =>
      path -> file.statistics
    }
  }

  test("a commit adds files and removes others") {
    assert(after(add("c", "new"), "", """{"commitInfo":{}}""", remove("a")) ===
      Map("b" -> None, "c" -> Some("new")))
  }

  test("a file that a commit removes and adds again is live, in any order of the two") {
    val both = Seq(remove("a"), add("a", "new"))
    Seq(both, both.reverse).foreach(lines =>
      assert(after(lines: _*) === Map("a" -> Some("new"), "b" -> None))
    )
  }

  test("a commit that is no JSON is not read in part") {
    assert(FileActions.read(Iterator(add("c", "new"), "{")) === None)
  }
}
