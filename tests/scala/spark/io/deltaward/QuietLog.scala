package io.deltaward

import org.scalatest.Suite

/** Statements fail here on purpose: what Spark logs of it would hide what a test says. */
trait QuietLog extends DeltaSession { self: Suite =>

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.sparkContext.setLogLevel("OFF")
  }

  override protected def afterAll(): Unit = {
    spark.sparkContext.setLogLevel("ERROR")
    super.afterAll()
  }
}
