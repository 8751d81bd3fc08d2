package io.deltaward.policy

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class GlobSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def texts(alphabet: String, most: Int): Gen[String] =
    Gen.choose(0, most).flatMap(Gen.listOfN(_, Gen.oneOf(alphabet.toSeq))).map(_.mkString)

  /** All texts of up to five characters of `a`, `b` and `/`. */
  private val short: Seq[String] =
    Iterator.iterate(Seq(""))(_.flatMap(text => "ab/".map(text + _))).take(6).flatten.toSeq

  private val paths =
    for (text <- texts("ab/*", 3); below <- Gen.oneOf(true, false)) yield Glob.path(text, below)

  private val globs: Gen[Glob] = Gen.oneOf(paths, texts("ab/*", 3).map(Glob.name))

  /** Returns the regular expression that matches the same texts. */
  private def expression(glob: Glob): String = glob.pieces.map {
    case Glob.Plain(character) => java.util.regex.Pattern.quote(character.toString)
    case Glob.Within => "[^/]*"
    case Glob.Across => ".*"
  }.mkString

  test("a pattern matches the texts of the regular expression that says the same") {
    forAll(globs, texts("ab/", 8)) { (glob, text) =>
      assert(glob.matches(text) == text.matches(expression(glob)))
    }
  }

  test("two patterns overlap where there is a text that both match") {
    forAll(globs, globs) { (one, other) =>
      assert(one.overlaps(other) == other.overlaps(one))
      assert(one.overlaps(other) == short.exists(text => one.matches(text) && other.matches(text)))
    }
  }

  private def matching(glob: Glob): Gen[String] =
    Gen.sequence[Seq[String], String](glob.pieces.map {
      case Glob.Plain(character) => Gen.const(character.toString)
      case Glob.Within => texts("ab", 3)
      case Glob.Across => texts("ab/", 3)
    }).map(_.mkString)

  test("every text that matches begins with the literal prefix") {
    forAll(globs.flatMap(glob => matching(glob).map(glob -> _))) { case (glob, text) =>
      assert(glob.matches(text) && text.startsWith(glob.literalPrefix))
    }
  }

  test("a star in a path stays within a part of it") {
    assert(Glob.path("s3a://lake/*/orders/", below = false).matches("s3a://lake/sales/orders/"))
    assert(!Glob.path("s3a://lake/*/orders/", below = false).matches("s3a://lake/a/b/orders/"))
    assert(Glob.path("s3a://lake/sales/", below = true).matches("s3a://lake/sales/"))
    assert(Glob.path("s3a://lake/sales/", below = true).matches("s3a://lake/sales/a/b/"))
    assert(!Glob.path("s3a://lake/sales/", below = true).matches("s3a://lake/sales2/"))
  }

  test("a long text does not overflow a small stack") {
    val glob = Glob.path("/lake/*/", below = true)
    var found = Seq.empty[Boolean]
    val thread = new Thread(
      null,
      () => found = Seq("/", "").map(end => glob.matches(s"/lake/${"x" * 20000}$end")),
      "small",
      128L * 1024
    )
    thread.start()
    thread.join()
    assert(found == Seq(true, false))
  }

  test("many stars do not slow a pattern down") {
    val glob = Glob.name("*a" * 40)
    assert(glob.matches("a" * 200) && !glob.matches("a" * 39) && !glob.matches("a" * 200 + "b"))
    assert(glob.overlaps(Glob.name("*b" * 40 + "*")) && !glob.overlaps(Glob.name("*b" * 40)))
  }
}
