package io.deltaward.log

import org.scalatest.funsuite.AnyFunSuite

class MetadataDefectsSuite extends AnyFunSuite {

  private def column(
      name: String,
      kind: String = "\"long\"",
      id: Int = 1,
      physical: String = ""
  ): String = {
    val mapped =
      if (physical.isEmpty) ""
      else
        s""""delta.columnMapping.id":$id,"delta.columnMapping.physicalName":"$physical""""
    s"""{"name":"$name","type":$kind,"nullable":true,"metadata":{$mapped}}"""
  }

  private def quoted(kind: String): String = "\"" + kind + "\""

  private def struct(columns: String*): String =
    s"""{"type":"struct","fields":[${columns.mkString(",")}]}"""

  private def defects(
      schema: String,
      partitions: Seq[String] = Nil,
      configuration: Map[String, String] = Map.empty
  ): Seq[String] =
    MetadataDefects.findIn(TableMetadata("m", None, Some(schema), partitions, configuration))

  test("columns of the types that the specification has") {
    val types = Seq("long", "string", "decimal(10,2)", "timestamp_ntz", "string collate UTF8_LCASE")
    assert(defects(struct(types.map(t => column(t.take(6) + t.length, quoted(t))): _*)) == Nil)
    assert(defects(struct(column("a", struct(column("b"))))) == Nil)
  }

  Seq("varchar(5)", "char(0)", "quantum", "").foreach { kind =>
    test(s"a column of the type '$kind'") {
      assert(
        defects(struct(column("a", quoted(kind)))) ==
          Seq(s"the schema has the type $kind, which the specification does not in column a")
      )
    }
  }

  test("a column without metadata, which some readers do without") {
    assert(defects(struct(column("a").replace(""","metadata":{}""", ""))) ==
      Seq("the schema has no metadata, or of another type, in column a"))
  }

  test("two columns of one name, and a partition column that is none") {
    assert(defects(struct(column("a"), column("A"))) == Seq("the schema has several columns a"))
    assert(defects(struct(column("a")), Seq("b")) ==
      Seq("the partition column b is not in the schema"))
  }

  Seq("name", "id").foreach { mode =>
    test(s"columns that are mapped by $mode have each its own id and its own name in files") {
      val mapped = Map("delta.columnMapping.mode" -> mode)
      def of(columns: String*) = defects(struct(columns: _*), configuration = mapped)
      assert(of(column("a", id = 1, physical = "x"), column("b", id = 2, physical = "y")) == Nil)
      assert(of(column("a", id = 1, physical = "x"), column("b", id = 2, physical = "x")) ==
        Seq("two columns have one delta.columnMapping.physicalName"))
      assert(of(column("a", id = 1, physical = "x"), column("b", id = 1, physical = "y")) ==
        Seq("two columns have one delta.columnMapping.id"))
      val nested = struct(column("b", id = 2, physical = "x"))
      assert(of(column("a", nested, id = 1, physical = "x")) == Nil, "another level")
    }
  }
}
