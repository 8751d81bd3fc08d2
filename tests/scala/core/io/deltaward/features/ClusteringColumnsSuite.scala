package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite

class ClusteringColumnsSuite extends AnyFunSuite {

  private def field(name: String, physical: String = "", kind: String = "\"long\""): String = {
    val metadata =
      if (physical.isEmpty) "" else s""""delta.columnMapping.physicalName":"$physical""""
    s"""{"name":"$name","type":$kind,"nullable":true,"metadata":{$metadata}}"""
  }

  private def struct(fields: String*): String =
    fields.mkString("""{"type":"struct","fields":[""", ",", "]}")

  private def missing(schema: String, columns: Seq[String]*): Seq[Seq[String]] =
    ClusteringColumns.missing(schema, columns)

  test("a column is looked up by its physical name, or by its name where it has no other") {
    val mapped = struct(field("k", "col-1"), field("s", "col-2", struct(field("c", "col-3"))))
    assert(missing(mapped, Seq("col-1"), Seq("col-2", "col-3")).isEmpty)
    assert(missing(mapped, Seq("k"), Seq("col-2", "c")) === Seq(Seq("k"), Seq("col-2", "c")))
    val plain = struct(field("k"), field("s", kind = struct(field("c"))))
    assert(missing(plain, Seq("k"), Seq("s", "c")).isEmpty)
    assert(missing(plain, Seq("col-1"), Seq("s", "c", "d"), Seq("k", "x")) ===
      Seq(Seq("col-1"), Seq("s", "c", "d"), Seq("k", "x")))
  }

  test("columns that are known by other names only go by those of the schema, quoted for SQL") {
    def names(schema: String, columns: Seq[String]*): Seq[String] =
      ClusteringColumns.byPhysicalNames(schema, columns)
    val mapped = struct(field("a b", "col-1"), field("s", "col-2", struct(field("c", "col-3"))))
    assert(names(mapped, Seq("col-1"), Seq("col-2", "col-3")) === Seq("`a b`", "s.c"))
    assert(names(struct(field("k", "k")), Seq("k")).isEmpty)
    assert(names("no JSON", Seq("col-1")).isEmpty)
  }

  test("nothing is missing where nothing is clustered, or nothing is known of the schema") {
    assert(missing(struct(field("k"))).isEmpty)
    assert(missing("", Seq("k")).isEmpty)
    assert(missing("no JSON", Seq("k")).isEmpty)
  }
}
