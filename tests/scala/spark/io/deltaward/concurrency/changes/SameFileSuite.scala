package io.deltaward.concurrency.changes

import io.deltaward.concurrency.ConflictTest
import io.deltaward.concurrency.Expected._

/** Tests two commits that change rows of one file. */
class SameFileSuite extends ConflictTest {

  variant("two deletes of different rows of a file both commit")("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 2"
  )(Last)

  variant("two deletes of the same row conflict")("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 1"
  )(Append)

  scenario("an update and a delete of different rows both commit")(
    "UPDATE t SET x = x + 1 WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Last)

  scenario("a row that was updated into a delete's condition conflicts")(
    "UPDATE t SET id = 2 WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Append)

  scenario("a row that was updated out of a delete's condition conflicts")(
    "UPDATE t SET x = 0 WHERE id = 7"
  )("DELETE FROM t WHERE x > 5")(Append)

  private val Skewed = TenRows.take(1) :+
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, x, s FROM VALUES (0, 5, 'r1'), (5, 0, 'r2') AS v(id, x, s)"

  variant("the shape of a write skew whose updates stay apart commits", Skewed)(
    "UPDATE t SET id = 1 WHERE x = 0"
  )("UPDATE t SET x = 1 WHERE id = 0")(Last)

  scenario("a write skew conflicts", Skewed)("UPDATE t SET id = 0 WHERE x = 0")(
    "UPDATE t SET x = 1 WHERE id = 0"
  )(Append)

  variant(
    "rows that were deleted before both belong to neither",
    TenRows :+ "DELETE FROM t WHERE id = 3"
  )("DELETE FROM t WHERE id = 1")("DELETE FROM t WHERE id = 2")(Last)

  scenario("a delete passes several winners")(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id = 3",
    "DELETE FROM t WHERE id = 4"
  )("DELETE FROM t WHERE id = 2")(Last)

  scenario("the last of several winners can conflict, and nothing is written then")(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id = 3",
    "DELETE FROM t WHERE id = 2"
  )("DELETE FROM t WHERE id = 2")(Append)

  variant("two deletes that leave no row remove the file")("DELETE FROM t WHERE id <= 5")(
    "DELETE FROM t WHERE id > 5"
  )(Last)

  scenario("a delete of all rows conflicts with a delete of one")("DELETE FROM t")(
    "DELETE FROM t WHERE id = 1"
  )(DeleteRead)

  private val Partitioned = Seq(
    "CREATE TABLE t (id BIGINT, p INT) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 + CAST(id % 2 AS INT) FROM range(1, 11)"
  )

  variant("a file that was only looked at may go", Partitioned)("DELETE FROM t WHERE p = 1")(
    "DELETE FROM t WHERE id = 3"
  )(Last)

  scenario("so may one that a merge has only looked at", Partitioned)(
    "DELETE FROM t WHERE p = 1"
  )(
    "MERGE INTO t AS t USING (VALUES 3, 100 AS v(k)) s ON t.id = s.k WHEN MATCHED AND t.id > 5 THEN DELETE " +
      "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, 2)"
  )(Last)

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  scenario("different rows of one file and the same row of another conflict", TwoFiles)(
    "DELETE FROM t WHERE id IN (1, 11)"
  )("DELETE FROM t WHERE id IN (2, 11)")(Append)

  variant("two files at a time", TwoFiles)("DELETE FROM t WHERE id IN (1, 11)")(
    "DELETE FROM t WHERE id IN (2, 12)"
  )(Last)
}
