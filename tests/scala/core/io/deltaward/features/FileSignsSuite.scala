package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.log.ListedFile

/** Tests which signs a table gets from the paths and statistics of its files. */
class FileSignsSuite extends AnyFunSuite {

  private def field(name: String, dataType: String, metadata: String = "{}"): String =
    s"""{"name":"$name","type":$dataType,"nullable":true,"metadata":$metadata}"""

  private def schema(fields: String*): String =
    fields.mkString("""{"type":"struct","fields":[""", ",", "]}")

  private val timestamp = "\"timestamp\""
  private val id = field("id", "\"long\"")
  private val at = schema(id, field("at", timestamp))

  private def far(schemaJson: String, statistics: String*): Option[Boolean] =
    traces(schemaJson, statistics.map(text => ListedFile("f", Some(text))): _*).farTimestamps

  private def traces(schemaJson: String, files: ListedFile*): Traces =
    FileSigns.forSchema(schemaJson, Seq("day")).get.traces(files)

  private def between(least: String, greatest: String): String =
    s"""{"numRecords":3,"minValues":{"id":1,"at":"$least"},""" +
      s""""maxValues":{"id":3,"at":"$greatest"},"nullCount":{"id":0,"at":0}}"""

  private val near = between("2026-01-02T12:00:00.000Z", "2026-01-02T12:00:00.000Z")

  test("a timestamp is far if 64 bits of nanoseconds do not reach its day") {
    val least = "1677-09-22T00:00:00.000Z"
    val greatest = "2262-04-10T23:59:59.999Z"
    assert(far(at, between(least, greatest)) === Some(false))
    assert(far(at, between("1677-09-21T23:59:59.999Z", greatest)) === Some(true))
    assert(far(at, between(least, "2262-04-11T00:00:00.000Z")) === Some(true))
    assert(far(at, between(least, "9999-12-31T23:59:59.999Z")) === Some(true))
    assert(far(at, between("0001-01-01T00:00:00.000Z", least)) === Some(true))
    assert(far(at, between("-0044-03-15T00:00:00.000Z", least)) === Some(true))
    assert(far(at, between(least, "+12000-01-01T00:00:00.000Z")) === Some(true))
    assert(far(at, between("2262-04-11T02:00:00.000+09:00", greatest)) === Some(false))
  }

  test("one far file decides, and one file without statistics leaves it open") {
    val some = between("2026-01-02T12:00:00.000Z", "2300-01-01T00:00:00.000Z")
    assert(far(at) === Some(false))
    assert(far(at, near, near) === Some(false))
    assert(far(at, near, some, "{}") === Some(true))
    Seq("{}", "no JSON", """{"numRecords":3}""", between("soon", "later")).foreach { text =>
      assert(far(at, near, text) === None, text)
    }
    assert(traces(at, ListedFile("f", None)).farTimestamps === None)
  }

  test("a column without values has no statistics, and no far timestamp") {
    def nulls(rows: Int): String =
      s"""{"numRecords":$rows,"minValues":{},"maxValues":{},"nullCount":{"at":3}}"""
    assert(far(at, nulls(3)) === Some(false))
    assert(far(at, nulls(4)) === None)
  }

  test("timestamps count under their physical names, and below structs") {
    val name = """{"delta.columnMapping.physicalName":"col-1"}"""
    val inner = s"""{"type":"struct","fields":[${field("at", timestamp, name)}]}"""
    val nested = schema(field("both", inner, """{"delta.columnMapping.physicalName":"col-2"}"""))
    def statistics(year: String): String = {
      val value = s"""{"col-2":{"col-1":"$year-01-01T00:00:00.000Z"}}"""
      s"""{"numRecords":1,"minValues":$value,"maxValues":$value,"nullCount":{}}"""
    }
    assert(far(nested, statistics("2026")) === Some(false))
    assert(far(nested, statistics("9999")) === Some(true))
  }

  test("no statistics tell of timestamps in an array or a map") {
    val array = s"""{"type":"array","elementType":$timestamp,"containsNull":true}"""
    assert(far(schema(id, field("all", array)), near) === None)
    val map =
      s"""{"type":"map","keyType":"string","valueType":$array,"valueContainsNull":true}"""
    assert(far(schema(field("at", timestamp), field("all", map)), near) === None)
    val both = schema(field("at", timestamp), field("all", array))
    assert(far(both, between("0001-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")) ===
      Some(true))
  }

  test("a table without timestamps in its files needs no statistics") {
    val none = schema(id, field("day", timestamp), field("local", "\"timestamp_ntz\""))
    assert(!FileSigns.forSchema(none, Seq("DAY")).get.hasTimestamps)
    assert(far(none, "{}") === Some(false))
    assert(FileSigns.forSchema("no schema", Nil) === None)
  }

  private def signs(paths: String*): Set[String] =
    traces(at, paths.map(ListedFile(_, None)): _*).pathSigns.get

  test("plain relative paths have no sign") {
    assert(signs() === Set())
    assert(signs("city=York/a.parquet", "b.parquet", "_x-1.5~c/a:b.parquet") === Set())
  }

  test("a path is encoded if it has a percent sign") {
    assert(signs("city=York/a.parquet", "city=New%20York/b.parquet") === Set("encodedPaths"))
    assert(signs("city=Z%C3%BCrich/b.parquet") === Set("encodedPaths"))
  }

  test("a path has characters beyond ASCII if it has one that Delta does not encode") {
    assert(signs("city=York/a.parquet", "city=Z\u00fcrich/b.parquet") === Set("nonAsciiPaths"))
    assert(signs("city=\ud83d\ude00/a.parquet") === Set("nonAsciiPaths"))
  }

  test("a path is absolute if it begins with a slash or a scheme") {
    Seq("file:/data/a.parquet", "s3a://b/a.parquet", "abfss://c@d/e", "/data/a").foreach { path =>
      assert(signs("b.parquet", path) === Set("absolutePaths"), path)
    }
    assert(signs("file:/New%20York/a") === Set("absolutePaths", "encodedPaths"))
  }
}
