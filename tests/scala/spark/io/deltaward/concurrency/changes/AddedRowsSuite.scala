package io.deltaward.concurrency.changes

import io.deltaward.Exhaustive
import io.deltaward.concurrency.ConflictTest
import io.deltaward.concurrency.Expected._

/** Tests winning commits that add rows. */
class AddedRowsSuite extends ConflictTest {

  scenarioByLevel("a delete is ordered before an append of a row that it would delete")(
    "INSERT INTO t VALUES (2, 2, 'new')"
  )("DELETE FROM t WHERE id = 2")(First, Append)

  scenarioByLevel("a delete of all rows is ordered before an append", tags = Seq(Exhaustive))(
    "INSERT INTO t VALUES (11, 11, 'new')"
  )("DELETE FROM t")(First, Append)

  scenario("an append of a row that a delete leaves alone")(
    "INSERT INTO t VALUES (99, 9, 'new')"
  )(
    "DELETE FROM t WHERE id = 2"
  )(Last)

  scenario("a file whose statistics leave room for a match is read, and has none")(
    "INSERT INTO t SELECT /*+ COALESCE(1) */ 20 * id, 2, 'new' FROM range(1, 3)"
  )("DELETE FROM t WHERE id % 20 = 1")(Last)

  variant("a null satisfies no condition")("INSERT INTO t VALUES (NULL, 1, 'new')")(
    "DELETE FROM t WHERE id <> 2"
  )(Last)

  scenarioUnderSerializable("unless the condition is made for it")(
    "INSERT INTO t VALUES (NULL, 1, 'new')"
  )(
    "DELETE FROM t WHERE NOT (id <=> 2)"
  )(First, Append)

  scenarioUnderSerializable(
    "a condition that fails on an added row is a conflict, not another failure"
  )(
    "INSERT INTO t VALUES (99, 0, 'new')"
  )("DELETE FROM t WHERE 10 / x > 5")(First, Append)

  scenario("a copy of rows into a delete's condition is no blind append")(
    "INSERT INTO t SELECT id + 100, x, s FROM t"
  )("DELETE FROM t WHERE id IN (2, 102)")(Append)

  variant("a copy of rows that a delete leaves alone")(
    "INSERT INTO t SELECT id + 100, x, s FROM t"
  )("DELETE FROM t WHERE id = 2")(Last)

  private val InsertOnly = "MERGE INTO t AS t USING (VALUES (2, 'y') AS v(k, s)) s " +
    "ON t.id = s.k AND t.s = s.s WHEN NOT MATCHED THEN INSERT (id, x, s) VALUES (k, 0, s.s)"

  scenario("a merge that only inserts is no blind append")(InsertOnly)(
    "DELETE FROM t WHERE id = 2"
  )(Append)

  private val Upsert = "MERGE INTO t AS t USING (VALUES 2, 100 AS v(k)) s ON t.id = s.k " +
    "WHEN MATCHED THEN UPDATE SET x = t.x + 1 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"

  scenarioByLevel("an append of a key that a merge inserts too")(
    "INSERT INTO t VALUES (100, 1, 'new')"
  )(Upsert)(First, Append)

  scenarioUnderSerializable("an append, and a merge that deletes what its source lacks")(
    "INSERT INTO t VALUES (77, 1, 'new')"
  )(
    "MERGE INTO t AS t USING (VALUES 2 AS v(k)) s ON t.id = s.k WHEN NOT MATCHED BY SOURCE THEN DELETE"
  )(First, Append)

  scenario("an aggregate over the table has read the rows that went")(
    "DELETE FROM t WHERE id = 9"
  )(
    "INSERT INTO t SELECT max(id) + 1, max(x), 'max' FROM t"
  )(Append)

  variant("a copy of rows other than the ones that went")("DELETE FROM t WHERE id = 9")(
    "INSERT INTO t SELECT id + 100, x, s FROM t WHERE id < 5"
  )(Last)

  variant("a copy of a row that was updated")("UPDATE t SET x = 50 WHERE id = 3")(
    "INSERT INTO t SELECT id + 100, x, s FROM t WHERE id < 5"
  )(Append)

  variant("two copies that do not read each other's rows")(
    "INSERT INTO t SELECT id + 100, x, s FROM t WHERE id < 5"
  )("INSERT INTO t SELECT id + 200, x, s FROM t WHERE id < 5")(Last)

  scenario("two copies of which one reads the other's rows")(
    "INSERT INTO t SELECT id - 100, x, s FROM t WHERE id > 5"
  )("INSERT INTO t SELECT id + 100, x, s FROM t WHERE id < 5")(Append)

  scenario("a winner that may have read an append which the loser was ordered before")(
    "INSERT INTO t VALUES (20, 20, 'new')",
    "UPDATE t SET x = 1 WHERE id = 20"
  )("DELETE FROM t WHERE x > 15 OR id = 1")(Append)

  variant("a winner after an append that no condition of the loser's matches")(
    "INSERT INTO t VALUES (20, 20, 'new')",
    "UPDATE t SET x = 1 WHERE id = 20"
  )("DELETE FROM t WHERE id = 1")(Last)

  /** Ids 1 to 10 with `x` equal to the id, half of them in each of two partitions. */
  private val Halves = Seq(
    "CREATE TABLE t (id BIGINT, x INT, p INT) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), CAST(id % 2 AS INT) FROM range(1, 11)"
  )

  private val Sum = "INSERT INTO t SELECT 200, CAST(sum(x) AS INT), 0 FROM t WHERE p = 1"

  /** The sum has read the append but not the update, and the update has not read the append. */
  scenario("no order explains a sum into another partition, past an append", Halves)(
    "INSERT INTO t VALUES (99, 9, 1)",
    Sum
  )("UPDATE t SET x = x + 100 WHERE p = 1 AND x > 0")(Append)

  variant("an update that matches no row of the append, and a sum past it", Halves)(
    "INSERT INTO t VALUES (99, 9, 1)",
    Sum
  )("UPDATE t SET x = x + 100 WHERE p = 0 AND x > 5 AND x < 11")(Last)

  private val Without = Halves.map(_.replace("Vectors' = 'true'", "Vectors' = 'false'"))

  variant("nor without deletion vectors", Without)("INSERT INTO t VALUES (99, 9, 1)", Sum)(
    "UPDATE t SET x = x + 100 WHERE p = 1 AND x > 0"
  )(Append)

  test("a sum that started before the append has not read it, under WriteSerializable") {
    val path = copyOf(made(Halves, "WriteSerializable"))
    val append = "INSERT INTO t VALUES (99, 9, 1)"
    race(path, "UPDATE t SET x = x + 100 WHERE p = 1 AND x > 0") {
      race(path, Sum)(run(path, append)).get
    }.get
    assert(content(path) == contentAfter(
      Halves,
      Seq(Sum, "UPDATE t SET x = x + 100 WHERE p = 1 AND x > 0", append)
    ))
  }
}
