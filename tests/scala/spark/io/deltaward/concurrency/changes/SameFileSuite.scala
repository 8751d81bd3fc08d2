package io.deltaward.concurrency.changes

import io.deltaward.concurrency.ConflictTest
import io.deltaward.concurrency.Expected._

/** Two commits that change rows of one file: S1 to S11 and S51 of the scenarios. */
class SameFileSuite extends ConflictTest {

  variant("S1: two deletes of different rows of a file both commit")("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 2"
  )(Last)

  variant("S2: two deletes of the same row conflict")("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 1"
  )(Append)

  scenario("S3: an update and a delete of different rows both commit")(
    "UPDATE t SET x = x + 1 WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Last)

  scenario("S4: a row that was updated into a delete's condition conflicts")(
    "UPDATE t SET id = 2 WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Append)

  scenario("S5: a row that was updated out of a delete's condition conflicts")(
    "UPDATE t SET x = 0 WHERE id = 7"
  )("DELETE FROM t WHERE x > 5")(Append)

  private val Skewed = TenRows.take(1) :+
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, x, s FROM VALUES (0, 5, 'r1'), (5, 0, 'r2') AS v(id, x, s)"

  variant("S6: the shape of a write skew whose updates stay apart commits", Skewed)(
    "UPDATE t SET id = 1 WHERE x = 0"
  )("UPDATE t SET x = 1 WHERE id = 0")(Last)

  scenario("S6: a write skew conflicts", Skewed)("UPDATE t SET id = 0 WHERE x = 0")(
    "UPDATE t SET x = 1 WHERE id = 0"
  )(Append)

  variant(
    "S7: rows that were deleted before both belong to neither",
    TenRows :+ "DELETE FROM t WHERE id = 3"
  )("DELETE FROM t WHERE id = 1")("DELETE FROM t WHERE id = 2")(Last)

  scenario("S8: a delete passes several winners")(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id = 3",
    "DELETE FROM t WHERE id = 4"
  )("DELETE FROM t WHERE id = 2")(Last)

  scenario("S8: the last of several winners can conflict, and nothing is written then")(
    "DELETE FROM t WHERE id = 1",
    "DELETE FROM t WHERE id = 3",
    "DELETE FROM t WHERE id = 2"
  )("DELETE FROM t WHERE id = 2")(Append)

  variant("S9: two deletes that leave no row remove the file")("DELETE FROM t WHERE id <= 5")(
    "DELETE FROM t WHERE id > 5"
  )(Last)

  scenario("S10: a delete of all rows conflicts with a delete of one")("DELETE FROM t")(
    "DELETE FROM t WHERE id = 1"
  )(DeleteRead)

  private val Partitioned = Seq(
    "CREATE TABLE t (id BIGINT, p INT) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 + CAST(id % 2 AS INT) FROM range(1, 11)"
  )

  variant("S11: a file that was only looked at may go", Partitioned)("DELETE FROM t WHERE p = 1")(
    "DELETE FROM t WHERE id = 3"
  )(Last)

  scenario("S11: so may one that a merge has only looked at", Partitioned)(
    "DELETE FROM t WHERE p = 1"
  )(
    "MERGE INTO t AS t USING (VALUES 3, 100 AS v(k)) s ON t.id = s.k WHEN MATCHED AND t.id > 5 THEN DELETE " +
      "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, 2)"
  )(Last)

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  scenario("S51: different rows of one file and the same row of another conflict", TwoFiles)(
    "DELETE FROM t WHERE id IN (1, 11)"
  )("DELETE FROM t WHERE id IN (2, 11)")(Append)

  variant("two files at a time", TwoFiles)("DELETE FROM t WHERE id IN (1, 11)")(
    "DELETE FROM t WHERE id IN (2, 12)"
  )(Last)
}
