package io.deltaward.concurrency

import io.deltaward.concurrency.Expected._

/** Tests MERGE that updates or inserts by a key, against other commits. */
class MergeSuite extends ConflictTest {

  private def upsert(keys: String, update: String = "x = t.x + 1", key: String = "s.k"): String =
    s"MERGE INTO t AS t USING (VALUES $keys AS v(k)) s ON t.id = s.k " +
      s"WHEN MATCHED THEN UPDATE SET $update WHEN NOT MATCHED THEN INSERT (id, x) VALUES ($key, 0)"

  private val Long2 = "CAST(2 AS BIGINT), CAST(100 AS BIGINT)"
  private val Long3 = "CAST(3 AS BIGINT), CAST(200 AS BIGINT)"

  scenario("an upsert, and a delete of a row that it does not match")(
    "DELETE FROM t WHERE id = 9"
  )(upsert(Long2))(Last)

  scenario("two upserts of different keys")(upsert(Long3))(upsert(Long2))(Last)

  variant("an upsert, and an update of a row with another key")(
    "UPDATE t SET x = 50 WHERE id = 9"
  )(upsert(Long2))(Last)

  scenario("an upsert, and a row that was updated to a key of its source")(
    "UPDATE t SET id = 100 WHERE id = 9"
  )(upsert(Long2))(Append)

  scenario("two upserts that insert the same key")(upsert(Long2))(
    upsert("CAST(5 AS BIGINT), CAST(100 AS BIGINT)")
  )(Append)

  scenario("two upserts that update the same key")(upsert("CAST(2 AS BIGINT)"))(upsert(Long2))(
    Append
  )

  scenario("an upsert, and a winner that has read an append of another key")(
    "INSERT INTO t VALUES (20, 20, 'new')",
    "UPDATE t SET x = 1 WHERE id = 20"
  )(upsert(Long2))(Last)

  scenario("an upsert, and a winner that has read an append of its key")(
    "INSERT INTO t VALUES (100, 20, 'new')",
    "UPDATE t SET x = 1 WHERE id = 100"
  )(upsert(Long2))(Append)

  scenario("an upsert that changes its key says nothing of the keys it read")(
    "UPDATE t SET id = 100 WHERE id = 9"
  )(upsert(Long2, update = "id = t.id + 1000"))(Append)

  scenario("nor does one that inserts another key")("UPDATE t SET id = 100 WHERE id = 9")(
    upsert(Long2, key = "s.k + 1000")
  )(Append)

  scenario("nor does one whose key is cast")("UPDATE t SET id = 100 WHERE id = 9")(
    upsert("2, 100")
  )(Append)

  private val Conditional =
    "MERGE INTO t AS t USING (VALUES 2 AS v(k)) s ON t.id = s.k AND t.id < 5 " +
      "WHEN MATCHED AND t.x > 5 THEN UPDATE SET x = 0 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"

  variant("a conditional merge, and an update outside of its condition on the target")(
    "UPDATE t SET x = 50 WHERE id = 9"
  )(Conditional.replace("VALUES 2", "VALUES 2, 3, 100"))(Last)
}
