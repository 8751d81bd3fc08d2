package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.protocol.Protocol

class PlainSqlSuite extends AnyFunSuite {

  Seq(
    "id > 0",
    "amount IS NULL OR amount > 0",
    "(`an id` = 1 and not (b <> 'x y')) or c.d is not null",
    "id * 10",
    "- 1 + a - 2.5",
    "flag"
  ).foreach(sql => test(s"plain: $sql")(assert(PlainSql.is(sql))))

  Seq(
    "id / 2 = 2",
    "id % 2 = 0",
    "substring(name, 0, 2)",
    "upper (name) = name",
    "name LIKE 'a%'",
    "name RLIKE '[a-z]'",
    "id BETWEEN 1 AND 5",
    "id IN (1, 2)",
    "CAST(id AS STRING)",
    "CASE WHEN a THEN b END",
    "day > DATE '2026-01-01'",
    "a || b",
    "name = 'it\\'s'",
    "id > 0 -- and more",
    "id DIV 2",
    "m['k'] = 1",
    "a::int"
  ).foreach(sql => test(s"not plain: $sql")(assert(!PlainSql.is(sql))))

  private def table(properties: Map[String, String], metadata: String = "{}"): TableDescriptor =
    TableDescriptor(
      Protocol(1, 4),
      properties,
      s"""{"type":"struct","fields":[{"name":"a","type":"long","nullable":true,"metadata":$metadata}]}"""
    )

  private def others(table: TableDescriptor): Set[String] =
    Set("checkConstraints", "generatedColumns", "invariants").filter(table.states.holdsOtherSql)

  test("the feature whose expression is not plain is told from the others") {
    assert(others(table(Map("delta.constraints.c" -> "a > 0"))) == Set.empty)
    assert(others(table(Map(
      "delta.constraints.c" -> "a > 0",
      "delta.constraints.d" -> "a / 2 > 0"
    )))
      == Set("checkConstraints"))
    assert(others(table(Map.empty, """{"delta.generationExpression":"year(b)"}"""))
      == Set("generatedColumns"))
    val invariant = """{"delta.invariants":"{\"expression\":{\"expression\":\"abs(a) > 1\"}}"}"""
    assert(others(table(Map.empty, invariant)) == Set("invariants"))
    assert(others(table(Map.empty, invariant.replace("abs(a)", "a"))) == Set.empty)
  }
}
