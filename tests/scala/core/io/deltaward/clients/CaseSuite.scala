package io.deltaward.clients

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.clients.Verdict._
import io.deltaward.features.{FeatureStates, TableDescriptor, Traces}
import io.deltaward.protocol.Protocol

/** Clients that fail where a table has several things at once. */
class CaseSuite extends AnyFunSuite {

  private def schema(types: String*): String = types.zipWithIndex.map { case (dataType, i) =>
    s"""{"name":"c$i","type":$dataType,"nullable":true,"metadata":{}}"""
  }.mkString("""{"type":"struct","fields":[""", ",", "]}")

  private val mapped = Protocol(3, 7, Some(Set("columnMapping")), Some(Set("columnMapping")))

  private def table(schemaJson: String, partitionColumns: String*): TableDescriptor =
    TableDescriptor(
      mapped,
      Map("delta.columnMapping.mode" -> "id"),
      schemaJson,
      partitionColumns
    )

  private def judged(table: TableDescriptor, when: String*): ClientVerdict = judgedBy(
    table.states,
    when: _*
  )

  private def judgedBy(states: FeatureStates, when: String*): ClientVerdict = {
    val case_ = Case(when, SilentlyWrong, "some columns are null")
    Verdicts.judge(
      mapped,
      states,
      release(known(anyVersion, Set("columnMapping")).copy(cases = Seq(case_)))
    )
  }

  private val ofTwo = Seq("columnMapping", "partitioned")

  test("a case needs all of its facts, and names the features among them") {
    val whole = table(schema("\"string\"", "\"long\""))
    assert(judged(whole, ofTwo: _*).readVerdict === Ok)
    val partitioned = judged(table(whole.schemaJson, "c0"), ofTwo: _*)
    assert(partitioned.readVerdict === SilentlyWrong)
    assert(partitioned.blockingFeatures === Seq("columnMapping"))
    assert(partitioned.reason.contains("columnMapping and partitioned: some columns are null"))
  }

  test("a case without facts applies to every table") {
    assert(judged(table("no schema")).readVerdict === SilentlyWrong)
    val plain = judged(table(schema("\"long\"")))
    assert(plain.blockingFeatures === Nil && plain.reason.contains("(some columns are null)"))
  }

  test("a type counts where it stands: in a partition column, another column, or below one") {
    val long = table(schema("\"decimal(19,2)\"", "\"decimal(18,18)\""), "c0")
    assert(judged(long, "partition:longDecimal", "column:decimal").readVerdict === SilentlyWrong)
    assert(judged(long, "partition:decimal").readVerdict === Ok)
    val inner = """{"type":"array","elementType":"decimal(18,2)","containsNull":true}"""
    val whole = table(schema("\"date\"", inner, "\"binary\""), "C0")
    Seq("partition:date", "column:array", "array:decimal", "column:binary").foreach { sign =>
      assert(judged(whole, sign).readVerdict === SilentlyWrong, sign)
    }
    Seq("column:date", "partition:binary", "column:decimal", "array:binary", "map:decimal").foreach {
      sign =>
        assert(judged(whole, sign).readVerdict === Ok, sign)
    }
  }

  /** A table whose columns have these names, each with its physical name. `p` is the partition column. */
  private def renamed(columns: (String, String)*): TableDescriptor = table(
    columns.map { case (name, physical) =>
      s"""{"name":"$name","type":"long","nullable":true,
         |"metadata":{"delta.columnMapping.physicalName":"$physical"}}""".stripMargin
    }.mkString("""{"type":"struct","fields":[""", ",", "]}"),
    "p"
  )

  test("a partition column can come right after a renamed column") {
    val sign = "partitionAfterRenamed"
    val after = renamed("a" -> "a", "new" -> "old", "p" -> "p")
    assert(judged(after, sign).readVerdict === SilentlyWrong)
    assert(judged(renamed("new" -> "old", "p" -> "q"), sign).readVerdict === SilentlyWrong)
    assert(judged(renamed("new" -> "col-1", "p" -> "p"), sign).readVerdict === SilentlyWrong)
    val others = Seq(
      renamed("new" -> "old", "a" -> "a", "p" -> "p"),
      renamed("p" -> "p", "new" -> "old"),
      renamed("a" -> "a", "p" -> "q"),
      renamed("new" -> "col-1", "p" -> "col-2")
    )
    others.foreach(other => assert(judged(other, sign).readVerdict === Ok, other.schemaJson))
    assert(judgedBy(after.states.disusing(Set("columnMapping")), sign).readVerdict === Ok)
    assert(judgedBy(after.states.disusing(Set("rowTracking")), sign).readVerdict === SilentlyWrong)
  }

  test("a location counts if a URI encodes it, and a percent sign counts by itself") {
    val plain = table(schema("\"long\"")).states
    def verdict(location: String, sign: String): Verdict =
      judgedBy(plain.at(location), sign).readVerdict
    Seq("/a b", "/gr\u00f6\u00dfe", "/a[b]", "/a b#c%41").foreach { location =>
      assert(verdict(location, "encodedLocation") === SilentlyWrong, location)
    }
    Seq("/a/b-1._~!$&'()*+,;=:@Z", "", "/", "/a#b", "/a?b", "/a%41b").foreach { location =>
      assert(verdict(location, "encodedLocation") === Ok, location)
    }
    assert(verdict("/a%41b", "percentLocation") === SilentlyWrong)
    assert(verdict("/a b", "percentLocation") === Ok)
    Seq("/a#b", "/a?b").foreach { location =>
      assert(verdict(location, "delimiterLocation") === SilentlyWrong, location)
    }
    assert(verdict("/a%41b", "delimiterLocation") === Ok)
    assert(judged(table(schema("\"long\"")), "encodedLocation").readVerdict === Ok)
  }

  test("CHAR and VARCHAR count as strings, too, at any depth of a column") {
    def of(bounded: String): TableDescriptor = table(
      """{"type":"struct","fields":[{"name":"c0","type":"string","nullable":true,"metadata":""" +
        s"""{"__CHAR_VARCHAR_TYPE_STRING":"$bounded"}}]}"""
    )
    Seq("column:char", "column:string").foreach { sign =>
      assert(judged(of("char(3)"), sign).readVerdict === SilentlyWrong, sign)
    }
    assert(judged(of("char(3)"), "column:varchar").readVerdict === Ok)
    assert(judged(of("struct<a:varchar(3)>"), "column:varchar").readVerdict === SilentlyWrong)
    assert(judged(of("varchar(3)"), "column:char").readVerdict === Ok)
    assert(judged(table(of("char(3)").schemaJson, "c0"), "partition:char").readVerdict ===
      SilentlyWrong)
  }

  test("who does not have Spark's own types was not tried on one that no specification has") {
    val point = """{"type":"udt","class":"P","sqlType":{"type":"array","elementType":"double"}}"""
    val whole = table(schema("\"long\"", point))
    val support = known(anyVersion, Set("columnMapping"))
    def reading(of: Support): ClientVerdict =
      Verdicts.judge(mapped, whole.states, release(of))
    assert(reading(support).readVerdict === Unknown)
    assert(reading(support).reason.contains("it was not tried on columns of type udt"))
    assert(reading(support.copy(sparkSql = true)).readVerdict === Ok)
    assert(judged(table(schema(s"""{"type":"array","elementType":"sphere"}""")), "column:date")
      .readVerdict === Unknown)
  }

  test("a feature counts in the state or way that a fact names") {
    val whole = table(schema("\"long\""))
    Seq("columnMapping:enabled", "columnMapping:used", "columnMapping:byId").foreach { fact =>
      assert(judged(whole, fact).readVerdict === SilentlyWrong, fact)
    }
    val off = whole.copy(properties = Map("delta.columnMapping.mode" -> "none"))
    assert(judged(off, "columnMapping:disabled").readVerdict === SilentlyWrong)
    Seq(
      "columnMapping:byNewName",
      "columnMapping:disabled",
      "deletionVectors",
      "deletionVectors:disabled",
      "deletionVectors:used"
    ).foreach { fact =>
      assert(judged(whole, fact).readVerdict === Ok, fact)
    }
  }

  test("unknown facts of a table make the verdict UNKNOWN, unless the case cannot apply") {
    assert(judgedBy(FeatureStates.unknown, ofTwo: _*).readVerdict === Unknown)
    assert(judged(table("no schema"), ofTwo: _*).readVerdict === Unknown)
    assert(judged(table("no schema"), "deletionVectors", "partitioned").readVerdict === Ok)
  }

  test("a sign of the files is unknown until they are looked at, and the reason says so") {
    val moments = table(schema("\"timestamp\""))
    def of(sign: String, found: Option[Boolean]): ClientVerdict = {
      val ofPaths = found.map(is => if (is) Set(sign) else Set.empty[String])
      val traces = Traces(pathSigns = ofPaths, farTimestamps = found)
      judgedBy(moments.states.withFiles(traces), sign)
    }
    Seq("farTimestamps", "encodedPaths", "absolutePaths").foreach { sign =>
      assert(of(sign, Some(true)).readVerdict === SilentlyWrong, sign)
      assert(of(sign, Some(false)).readVerdict === Ok, sign)
      assert(of(sign, None).readVerdict === Unknown, sign)
      assert(of(sign, None).reason.contains(s"it is not known whether the table has $sign"))
      // A policy judges a table that may not exist yet, so it has no files to look at.
      assert(judged(moments, sign).readVerdict === Ok, sign)
    }
    val without = table(schema("\"long\"")).states.withFiles(Traces.unknown)
    assert(judgedBy(without, "farTimestamps").readVerdict === Ok)
  }

  test("a case in a file must name features that exist") {
    def read(when: String, verdict: String = "BLOCKED", side: String = "read") = ClientFile.read(
      new ObjectMapper().readTree(
        s"""{"id":"c","name":"C","unknownFeatureBehaviour":{"read":"r","write":"w"},"releases":[{
           |"version":"1","accessPath":"p","evidence":"observed","verifiedAt":"2026-11-01","sources":["s"],
           |"${if (side == "read") "write" else "read"}":{"noEvidence":"n"},
           |"$side":{"versions":[3],"features":[],"otherFeatures":"refused",
           |"cases":[{"when":$when,"verdict":"$verdict","condition":"fails"}]}}]}""".stripMargin
      ),
      "c.json"
    )
    val Right(client) = read("""["columnMapping:byId","partition:decimal"]"""): @unchecked
    assert(client.releases.head.read.asInstanceOf[Support.Known].cases ===
      Seq(Case(Seq("columnMapping:byId", "partition:decimal"), Blocked, "fails")))
    val misspelt = read("""["columnMaping"]""").left.toOption.get.mkString
    assert(misspelt.contains("did you mean columnMapping"), misspelt)
    assert(read("[]").isRight)
    // No table can have one of these facts, so a case with it would never apply.
    Seq(
      "partition:bigint",
      "partition:",
      "column:decimel",
      "columnMapping:byid",
      "columnMapping:otherSql",
      "deletionVectors:on",
      "deletionVectors:byId",
      "invariants:byNewName"
    ).foreach { fact =>
      val problem = read(s"""["$fact"]""").left.toOption.fold("")(_.mkString("\n"))
      assert(problem.matches(s".*[.]when: '${fact.dropWhile(_ != ':').drop(1)}' is not a .*"), fact)
    }
    assert(read("""["invariants:otherSql", "columnMapping:byKeptName"]""").isRight)
    // No client harms others by reading.
    assert(read("""["partitioned"]""", "HARMS_OTHERS").left.exists(_.mkString.contains("one of")))
    assert(read("""["partitioned"]""", "HARMS_OTHERS", "write").isRight)
  }

  test("unknown traces ask for a scan, and untested cases do not") {
    val vectors = Seq("deletionVectors:used", "columnMapping")
    def wants(states: FeatureStates, verdict: Verdict): Boolean = Verdicts.wantsTraces(
      VerdictFixtures.vectors,
      states,
      release(known(anyVersion).copy(cases = Seq(Case(vectors, verdict, "fails"))))
    )
    val told = VerdictFixtures.states("deletionVectors" -> true, "columnMapping" -> true)
    assert(!wants(told, Unknown))
    assert(wants(FeatureStates(told.all.map(_.copy(used = None))), Blocked))
  }

  test("releases differ if their cases differ in more than wording") {
    val plain = known(anyVersion)
    def having(text: String) = plain.copy(cases = Seq(Case(ofTwo, Blocked, text)))
    assert(having("one").facts === having("other").facts)
    assert(having("one").facts !== plain.facts)
  }
}
