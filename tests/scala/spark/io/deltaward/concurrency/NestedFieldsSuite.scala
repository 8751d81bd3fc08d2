package io.deltaward.concurrency

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._

/**
 * Tests conditions on fields of structs, which the documents leave out. Added rows are read, since their statistics
 * rule out nothing.
 */
class NestedFieldsSuite extends ConflictTest {

  private def rows(from: Int, until: Int): String =
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, named_struct('a', CAST(id AS INT), " +
      s"'b', named_struct('c', CAST(id AS STRING))) FROM range($from, $until)"

  private val Nested = Seq(
    "CREATE TABLE t (id BIGINT, s STRUCT<a: INT, b: STRUCT<c: STRING>>) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    rows(1, 11)
  )

  private def append(a: Int): String =
    s"INSERT INTO t VALUES (20, named_struct('a', $a, 'b', named_struct('c', 'new')))"

  scenario("two deletes by fields", Nested)("DELETE FROM t WHERE s.a = 1")(
    "DELETE FROM t WHERE s.b.c = '2'"
  )(Last)

  variant("updates of fields of different rows", Nested)("UPDATE t SET s.b.c = 'x' WHERE s.a = 1")(
    "UPDATE t SET s.a = 0 WHERE s.b.c = '3'"
  )(Last)

  scenario("a field is updated into a delete's condition", Nested)(
    "UPDATE t SET s.a = 2 WHERE id = 9"
  )("DELETE FROM t WHERE s.a = 2")(Append)

  variant("an append of a row that a delete's condition on a field leaves alone", Nested)(
    append(99)
  )("DELETE FROM t WHERE s.a = 2")(Last)

  scenarioUnderSerializable(
    "an append of a row that a delete's condition on a field matches",
    Nested
  )(
    append(2)
  )("DELETE FROM t WHERE s.a = 2")(First, Append)

  scenarioByLevel("a struct that is null, against a field that is", Nested, Seq(Exhaustive))(
    "INSERT INTO t VALUES (20, NULL)"
  )("DELETE FROM t WHERE s.b.c IS NULL OR s.a = 2")(First, Append)

  variant("a delete by a field finds its rows in the compacted file", Nested :+ rows(11, 21))(
    "OPTIMIZE t"
  )("DELETE FROM t WHERE s.b.c IN ('2', '12')")(Last)

  variant("a compaction takes over a delete by a field", Nested :+ rows(11, 21))(
    "DELETE FROM t WHERE s.b.c IN ('2', '12')"
  )("OPTIMIZE t")(Last)
}
