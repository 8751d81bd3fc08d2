package io.deltaward.policy

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class LocationSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val home = "hdfs://NameNode:8020/"

  private val same = Seq(
    "file:///data/orders/" ->
      Seq(
        "file:/data/orders",
        "file:///data/orders",
        "FILE:/data//x/../orders/./",
        "file://localhost/data/orders"
      ),
    "s3a://lake/a%20b/" -> Seq("s3://lake/a%20b", "s3n://lake/a%20b/", "S3A://Lake//a%20b"),
    "abfss://c@acc/t/" -> Seq("abfs://c@acc/t", "abfss://c@ACC/t/"),
    "hdfs://namenode/t/" -> Seq("/t", "hdfs:///t", "hdfs:/t/", "hdfs://namenode:8020/t"),
    "gs://lake/" -> Seq("gs://lake", "gs://lake/", "gs://lake/..")
  )

  same.foreach { case (written, texts) =>
    test(s"one way to write $written") {
      texts.foreach(text => assert(Location.parse(text, home).contains(written), text))
    }
  }

  test("places that differ stay different") {
    val all = Seq("/a", "/A", "/a%20", "/a ", "file:/a", "s3://a/b", "s3://b/a", "hdfs://other/a")
    val written = all.map(Location.parse(_, home).get)
    // White space around a path is not part of it.
    assert(written.distinct.size == all.size - 1)
  }

  test("a relative path is not a location") {
    Seq("", "a/b", "*/a", "orders", "./a", "s3:lake").foreach { text =>
      assert(Location.parse(text, home).isEmpty, text)
    }
    assert(Location.parse("/a").isEmpty)
  }

  test("what is written is written the same again") {
    val part = Gen.oneOf("a", "b", ".", "..", "", "a*", "%2F", "é")
    forAll(Gen.oneOf("file:", "s3://lake", "hdfs://n:8020", ""), Gen.listOf(part)) {
      (front, parts) =>
        val once = Location.parse(front + parts.mkString("/", "/", ""), home).get
        assert(Location.parse(once).contains(once) && once.endsWith("/"))
    }
  }
}
