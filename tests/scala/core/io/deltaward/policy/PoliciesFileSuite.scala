package io.deltaward.policy

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.clients.ClientRegistry

class PoliciesFileSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def named(catalog: String, schema: String, table: String): TablePattern = {
    def part(text: String): Option[String] = Option(text).filter(_.nonEmpty)
    TablePattern.Named(part(catalog), part(schema), part(table))
  }

  private def located(text: String): TablePattern = {
    val below = text.endsWith("/**")
    val location = Location.parse(text.stripSuffix("**"), "file:///").get
    TablePattern.Located(text, List(Glob.path(location, below)))
  }

  private def entry(line: Int, pattern: TablePattern, values: (String, String)*): FileEntry =
    FileEntry(
      pattern,
      values.map { case (key, text) => key -> FileText(text, LineAndColumn(line, 3)) }.toMap,
      LineAndColumn(line, 1)
    )

  private def file(entries: FileEntry*): PoliciesFile = PoliciesFile.fromEntries("/p.yaml", entries)

  private val orders =
    TablePlace(Seq(FullName("spark_catalog", "sales", "orders")), Seq("file:///lake/orders/"))

  private def winner(place: TablePlace, patterns: TablePattern*): Option[String] =
    file(patterns.zipWithIndex.map { case (pattern, i) =>
      entry(i, pattern, "k" -> pattern.text)
    }: _*)
      .policiesAt(place).get("k").map(_.value)

  /** Entries from the most specific to the least specific. */
  private val ladder = Seq(
    located("/lake/orders"),
    located("/lake/orders/**"),
    located("/lake/o*"),
    located("/lake/**"),
    located("/**"),
    named("spark_catalog", "sales", "orders"),
    named("", "sales", "orders"),
    named("spark_catalog", "", "orders"),
    named("", "", "orders"),
    named("", "sales", "order*"),
    named("", "", "or*s"),
    named("", "", "or*"),
    named("spark_catalog", "sales", ""),
    named("", "sales", "*"),
    named("", "sa*", ""),
    named("spark_catalog", "", "")
  )

  test("the most specific entry wins: a path over a name, the table over schema and catalog") {
    ladder.indices.foreach { i =>
      val below = ladder.drop(i)
      Seq(below, below.reverse).foreach { patterns =>
        assert(winner(orders, patterns: _*).contains(below.head.text))
      }
    }
  }

  test("a name is known in any case, and what is left out is any") {
    assert(winner(orders, named("SPARK_Catalog", "Sales", "ORDERS")).isDefined)
    assert(winner(orders, named("", "", "*ERS")).isDefined)
    assert(winner(orders, named("other", "", "orders")).isEmpty)
    assert(winner(orders, named("", "sale", "")).isEmpty)
  }

  test("a table without a name matches no name, and one that is nowhere matches nothing") {
    val unnamed = orders.copy(names = Nil)
    assert(winner(unnamed, named("*", "", "")).isEmpty && winner(unnamed, located("/**")).isDefined)
    ladder.foreach(pattern => assert(winner(TablePlace.nowhere, pattern).isEmpty))
  }

  test("a table of several names has the most specific entry of any of them") {
    val both = orders.copy(names = orders.names :+ FullName("spark_catalog", "lab", "copy"))
    assert(winner(both, named("", "sales", ""), named("", "", "copy")).contains("table copy"))
  }

  test("each value is inherited by itself, with the line that it is from") {
    val found = file(
      entry(2, named("spark_catalog", "", ""), "a" -> "1", "b" -> "1", "c" -> "1"),
      entry(5, named("", "sales", ""), "a" -> "2", "b" -> "2"),
      entry(9, named("", "", "orders"), "a" -> "3"),
      entry(12, named("", "", "others"), "c" -> "4")
    ).policiesAt(orders)
    assert(found.map { case (key, text) => key -> text.value } ==
      Map("a" -> "3", "b" -> "2", "c" -> "1"))
    assert(found("b").source.keyOf("b") == "/p.yaml, line 5" &&
      found("b").source.toString == "file")
  }

  private val names = for {
    parts <- Gen.listOfN(3, Gen.oneOf("", "a", "b", "a*", "*b", "*", "a*b"))
    if parts.exists(_.nonEmpty)
  } yield named(parts(0), parts(1), parts(2))

  private val paths =
    Gen.nonEmptyListOf(Gen.oneOf("a", "b", "a*", "*"))
      .flatMap(parts => Gen.oneOf("", "/**").map(end => located(parts.mkString("/", "/", end))))

  private val patterns = Gen.oneOf(names, paths)
  private val part = Gen.oneOf("a", "b", "ab", "c")
  private val places = for (c <- part; s <- part; t <- part; path <- Gen.nonEmptyListOf(part))
    yield TablePlace(Seq(FullName(c, s, t)), Seq(path.mkString("file:///", "/", "/")))

  test("whatever entries there are, without ties their order in the file does not matter") {
    forAll(Gen.listOf(patterns), places) { (drawn, place) =>
      val entries = drawn.zipWithIndex.map { case (p, i) => entry(i, p, "k" -> i.toString) }
      val tied = PoliciesFile.ties(entries).map(_._1).toSet
      val untied = entries.filterNot(tied)
      assert(file(untied: _*).policiesAt(place) == file(untied.reverse: _*).policiesAt(place))
    }
  }

  test("two entries that tie can match one table, and neither is more specific") {
    assert(PoliciesFile.ties(Seq(
      entry(1, named("", "a", "")),
      entry(2, named("", "A", ""))
    )).size == 1)
    assert(PoliciesFile.ties(Seq(
      entry(1, named("", "", "a*")),
      entry(2, named("", "", "a*b"))
    )).isEmpty)
    assert(PoliciesFile.ties(Seq(
      entry(1, named("", "", "a*c")),
      entry(2, named("", "", "a*b"))
    )).isEmpty)
    assert(PoliciesFile.ties(Seq(entry(1, named("", "", "a*bc")), entry(2, named("", "", "ab*c"))))
      .isEmpty)
    assert(PoliciesFile.ties(Seq(entry(1, named("", "", "*b*a")), entry(2, named("", "", "*a*b*"))))
      .size == 1)
    assert(PoliciesFile.ties(Seq(entry(1, located("/a/*")), entry(2, located("/a/*")))).size == 1)
    assert(PoliciesFile.ties(Seq(entry(1, named("", "", "x")), entry(2, located("/x")))).isEmpty)
  }

  test("an entry ties with the first equally specific entry for the same tables") {
    val same = (1 to 3).map(entry(_, named("", "", "x")))
    assert(PoliciesFile.ties(same) == Seq(same(1) -> same.head, same(2) -> same.head))
    val wild = Seq("a*c", "x*c", "a*c").zipWithIndex.map { case (t, i) =>
      entry(i, named("", "", t))
    }
    assert(PoliciesFile.ties(wild) == Seq(wild(2) -> wild.head))
  }

  test(
    "the entries that tie are those that a comparison of all pairs finds, for any entries"
  ) {
    forAll(Gen.listOf(patterns)) { drawn =>
      val entries = drawn.zipWithIndex.map { case (p, i) => entry(i, p) }
      val pairs = for {
        (later, index) <- entries.zipWithIndex
        earlier <- entries.take(index).find { e =>
          TablePattern.bySpecificity.compare(later.pattern, e.pattern) == 0 &&
          later.pattern.overlaps(e.pattern)
        }
      } yield later -> earlier
      assert(PoliciesFile.ties(entries).sortBy(_._1.at.line).map(_._1) == pairs.map(_._1))
    }
  }

  test("20,000 entries, each for one table, do not tie") {
    val entries = (1 to 20000).map(i => entry(i, named("", "sales", f"table_$i%05d")))
    assert(PoliciesFile.ties(entries).isEmpty)
    assert(PoliciesFile.ties(entries :+ entries(7)).size == 1)
  }

  test(
    "an unknown client, or one that cannot be required, is a problem with its place"
  ) {
    val wrong = file(
      entry(7, named("", "b", ""), Policies.RequiredClients -> "synapse write"),
      entry(4, named("", "a", ""), Policies.RequiredClients -> "trno read")
    ).problems(ClientRegistry.builtIn).get
    assert(wrong.path == "/p.yaml" && wrong.problems.size == 2)
    assert(wrong.problems.head.startsWith("line 4, column 3: ") &&
      wrong.problems.head.contains("trino?"))
    assert(wrong.problems.last.contains("synapse-serverless-sql read"))
  }

  test("the registry is not asked for where no clients are required") {
    val without = file(entry(1, named("", "a", ""), Policies.AllowedFeatures -> ""))
    assert(without.problems(fail("it is asked for")).isEmpty)
  }

  test("it can be sent to a task") {
    val bytes = new ByteArrayOutputStream
    val sent = file(ladder.map(entry(1, _, "k" -> "v")): _*)
    new ObjectOutputStream(bytes).writeObject(sent)
    val back = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject()
    assert(back == sent)
    assert(back.asInstanceOf[PoliciesFile].policiesAt(orders) == sent.policiesAt(orders))
  }
}
