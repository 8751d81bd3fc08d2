package io.deltaward

import org.scalatest.Suite

/** Turns Spark's log off. Statements fail here on purpose, and Spark's log would hide what a test says. */
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
