package io.deltaward.concurrency

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._

/** Every cell of the two conflict matrices of the documents, in both orders (rules RL1 and I1 to I3). */
class ConflictMatrixSuite extends ConflictTest {

  private def files(columns: String, properties: String): Seq[String] = Seq(
    s"CREATE TABLE t (id BIGINT, p INT) USING delta $columns TBLPROPERTIES ($properties)",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 FROM range(1, 11)",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1 FROM range(11, 21)"
  )

  private val Vectors = "'delta.enableDeletionVectors' = 'true'"

  private val Plain = "a table" -> files("", Vectors)

  private val WithVectors = Seq(
    Plain,
    "a partitioned table" -> files("PARTITIONED BY (p)", Vectors),
    "a clustered table" -> files("CLUSTER BY (id)", Vectors)
  )

  private val Without =
    "a table without deletion vectors" -> files("", "'delta.enableDeletionVectors' = 'false'")

  private val Insert = "INSERT INTO t VALUES (2, 1)"
  private val Delete = "DELETE FROM t WHERE id = 2"
  private val Other = "DELETE FROM t WHERE id = 3"
  private val Optimize = "OPTIMIZE t"

  (WithVectors :+ Without).foreach { case shaped @ (shape, setup) =>
    val tags = Exhaustive.unless(shaped == Plain)
    scenario(s"INSERT and INSERT, $shape", setup, tags)(Insert)(Insert)(Last)
    variant(s"DELETE and then INSERT, $shape", setup)(Delete)(Insert)(Last)
    scenarioByLevel(s"INSERT and then DELETE, $shape", setup, tags)(Insert)(Delete)(First, Append)
    scenario(s"DELETE and DELETE of a row, $shape", setup, tags)(Delete)(Delete)(Append)
    variant(s"INSERT and then OPTIMIZE, $shape", setup)(Insert)(Optimize)(Last)
    variant(s"OPTIMIZE and then INSERT, $shape", setup)(Optimize)(Insert)(Last)
  }

  WithVectors.foreach { case shaped @ (shape, setup) =>
    val tags = Exhaustive.unless(shaped == Plain)
    scenario(s"DELETE and DELETE of another row, $shape", setup, tags)(Other)(Delete)(Last)
    scenario(s"OPTIMIZE and then DELETE, $shape", setup, tags)(Optimize)(Delete)(Last)
    scenario(s"DELETE and then OPTIMIZE, $shape", setup, tags)(Delete)(Optimize)(Last)
    scenario(s"OPTIMIZE and OPTIMIZE, $shape", setup, tags)(Optimize)(Optimize)(Last)
  }

  private val Order = "OPTIMIZE t ZORDER BY (id)"
  scenario("ZORDER and then DELETE", Plain._2)(Order)(Delete)(Last)
  variant("DELETE and then ZORDER", Plain._2)(Delete)(Order)(Last)

  scenario("DELETE and DELETE of another row, without deletion vectors", Without._2)(Other)(Delete)(
    Append
  )
  scenario(
    "OPTIMIZE and then DELETE, without deletion vectors",
    Without._2
  )(Optimize)(Delete)(Append)
  scenario("DELETE and then OPTIMIZE, without deletion vectors", Without._2)(Delete)(Optimize)(
    DeleteRead
  )
}
