package io.deltaward.concurrency

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

import org.apache.spark.sql.delta.deltaward.Once

/** Tests DataFrames that read the table to which they are appended, with every way to append. */
class OwnTableAppendsSuite extends ConflictTest {

  private def copied(path: Path): DataFrame = spark.read.format("delta").load(path.toString)
    .where("id = 5").selectExpr("id + 100 AS id", "x", "s")

  private val ways: Seq[(String, (DataFrame, Path) => Unit)] = Seq(
    "save" ->
      ((rows, path) => rows.write.format("delta").mode("append").save(path.toString)),
    "saveAsTable" ->
      ((rows, path) => rows.write.format("delta").mode("append").saveAsTable(named(path))),
    "insertInto" -> ((rows, path) => rows.write.insertInto(named(path))),
    "writeTo" -> ((rows, path) => rows.writeTo(named(path)).append())
  )

  private def conflicts(outcome: Try[Unit]): Boolean = outcome.failed.toOption.exists(error =>
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null)
      .exists(_.isInstanceOf[DeltaConcurrentModificationException])
  )

  ways.foreach { case (way, append) =>
    atBothLevels(s"$way, and a row that it has not read goes") { level =>
      val path = copyOf(made(TenRows, level))
      Once.beforeAttempt(elsewhere(run(path, "DELETE FROM t WHERE id = 9")))(
        append(copied(path), path)
      )
      assert(content(path).length == 10 && content(path).contains("[105,5,a]"))
    }

    atBothLevels(s"$way, and a row that it has read goes") { level =>
      val path = copyOf(made(TenRows, level))
      val outcome = Once.beforeAttempt(elsewhere(run(path, "DELETE FROM t WHERE id = 5")))(
        Try(append(copied(path), path))
      )
      assert(conflicts(outcome), outcome)
      assert(content(path).length == 9)
    }

    atBothLevels(s"$way, and what it reads changes before it begins") { level =>
      val path = copyOf(made(TenRows, level))
      val rows = copied(path)
      val outcome =
        Once.beforeStart(elsewhere(run(path, "UPDATE t SET x = 50 WHERE id = 5")))(
          Try(append(rows, path))
        )
      val after = content(path)
      if (outcome.isSuccess) assert(after.contains("[105,50,a]"))
      else assert(conflicts(outcome) && after.length == 10)
    }
  }
}
