package io.deltaward.docs

import java.nio.file.Files

import org.apache.spark.sql.delta.deltaward.{BuildVersions, NeededMembers}

/** `make docs`: brings the generated tables up to date, and the list of what Spark and Delta must have. */
object WritePages extends App {
  GeneratedPage.all.foreach(_.write())
  Files.writeString(
    Files.createDirectories(
      GeneratedPage.root.resolve(
        s"scala/spark/src/main/resources-spark-${BuildVersions.line}/io/deltaward"
      )
    ).resolve("members"),
    NeededMembers.all.map(_.line).mkString("", "\n", "\n")
  ): Unit
}
