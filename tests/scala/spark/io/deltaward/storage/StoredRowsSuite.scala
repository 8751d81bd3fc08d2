package io.deltaward.storage

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.parquet.example.data.simple.SimpleGroup
import org.apache.parquet.hadoop.example.ExampleParquetWriter
import org.apache.parquet.hadoop.util.HadoopInputFile
import org.apache.parquet.schema.{MessageType, Types}
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.{INT32, INT64}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

class StoredRowsSuite extends AnyFunSuite with DeltaSession {

  private val conf = new Configuration()

  /** Writes one file of several pages. */
  private def file(columns: String*): HadoopInputFile = {
    val folder = temporaryDirectory().resolve("rows")
    spark.range(50000).selectExpr(columns: _*).coalesce(1).write.parquet(folder.toString)
    val data = folder.toFile.listFiles.filter(_.getName.endsWith(".parquet")).head
    HadoopInputFile.fromPath(new Path(data.toURI), conf)
  }

  private val Columns = Seq(
    "CAST(hash(id) AS DOUBLE) AS x",
    "IF(id % 3 = 0, NULL, id) AS n",
    "CAST(id AS STRING) AS s",
    "IF(id % 5 = 0, NULL, transform(sequence(0, id % 4), i -> IF(i = 1, NULL, named_struct('v', i)))) AS a",
    "map(id, CAST(CAST(id AS STRING) AS BINARY)) AS m"
  )

  private val all = new StoredRows(Set("x", "n", "s", "a", "m"), None)

  test("a row that is read by itself is as in the whole file") {
    val input = file(Columns: _*)
    val whole = all.findEqual(input, Nil, 50000).get
    assert(whole.map(_.position) == (0L until 50000L))
    assert(whole.map(_.digest).distinct.size == 50000)
    val positions = Set(0L, 1L, 2L, 19999L, 20000L, 20001L, 33333L, 49999L)
    val some = all.readAt(input, positions)
    assert(some == whole.filter(row => positions(row.position)))
    assert(all.readAt(input, Set(50000L)).isEmpty)
  }

  test("pages that cannot hold a row are passed over, and no other") {
    val input = file(Columns: _*)
    val wanted = all.readAt(input, Set(40001L))
    assert(all.findEqual(input, wanted, 49999).exists(_.contains(wanted.head)))
    assert(all.findEqual(input, wanted, 10).isEmpty)
    // The column that is null in the wanted row does not help to find it.
    val without = all.readAt(input, Set(30000L))
    assert(all.findEqual(input, without, 49999).exists(_.contains(without.head)))
  }

  test("a column that a file does not have is null in its rows") {
    val ids = new StoredRows(Set("n", "later"), None)
    val old = ids.readAt(file("id AS n"), Set(7L))
    val now = ids.readAt(file("id AS n", "CAST(NULL AS STRING) AS later"), Set(7L))
    val other = ids.readAt(file("id AS n", "'a' AS later"), Set(7L))
    assert(old.map(_.digest) == now.map(_.digest) && old.map(_.digest) != other.map(_.digest))
  }

  test("a list without a group around it is empty where it has nothing, and not null") {
    val schema = new MessageType(
      "rows",
      Types.required(INT64).named("n"),
      Types.repeated(INT32).named("list")
    )
    val path = new Path(temporaryDirectory().resolve("rows.parquet").toUri)
    val writer = ExampleParquetWriter.builder(path).withType(schema).build()
    try {
      val row = new SimpleGroup(schema)
      row.add("n", 7L)
      writer.write(row)
    } finally writer.close()
    val rows = new StoredRows(Set("n", "list"), None)
    val empty = rows.readAt(HadoopInputFile.fromPath(path, conf), Set(0L)).head.digest
    val required =
      new StoredRows(Set("n"), None).readAt(HadoopInputFile.fromPath(path, conf), Set(0L))
    assert(empty != required.head.digest)
  }

  test("values that only compare as equal, and one value in two types, are different") {
    def digests(x: String) =
      new StoredRows(Set("x"), None).readAt(file(s"$x AS x"), Set(7L)).head.digest
    assert(Seq("0.0D", "-0.0D", "0.0F", "0", "0L", "'0'").map(digests).distinct.size == 6)
  }

  test("the same bits in another calendar are another day") {
    val days = new StoredRows(Set("x"), None)
    def row(day: String, calendar: String): StoredRow =
      withConf("spark.sql.parquet.datetimeRebaseModeInWrite" -> calendar) {
        days.readAt(file(s"DATE '$day' AS x"), Set(7L)).head
      }
    val (old, now) = (row("1500-01-01", "LEGACY"), row("1500-01-10", "CORRECTED"))
    assert(old.keys == now.keys && old.digest != now.digest)
    assert(row("1500-01-10", "CORRECTED") == now)
  }

  test("a row id is no value of the row") {
    val rows = new StoredRows(Set("n"), Some("id"))
    val row = rows.readAt(file("1 AS n", "id"), Set(7L)).head
    assert(row.id.contains(7L) && row.digest == rows.readAt(file("1 AS n"), Set(8L)).head.digest)
    val alike = rows.findEqual(file("1 AS n", "id"), Seq(row), 49999)
    assert(alike.exists(_.contains(row)))
  }

  test("a name that differs by its case is not taken for a column that is not there") {
    val rows = new StoredRows(Set("n", "x"), None)
    val error =
      intercept[IllegalArgumentException](rows.readAt(file("id AS n", "id AS X"), Set(7L)))
    assert(error.getMessage.contains("case"))
    assert(!rows.hasAll(file("id AS n")) && rows.hasAll(file("id AS n", "id AS x")))
  }
}
