package io.deltaward.bench

import java.nio.file.Path

import org.apache.hadoop.fs.{Path => HadoopPath}

import io.deltaward.storage.CountingFileSystem

/** The file-system requests of one `SHOW PROTOCOL COMPATIBILITY`, counted below Hadoop's FileSystem. */
object Requests {

  def count(side: Side, table: Path): Seq[String] = side.run { spark =>
    spark.conf.set("fs.count.impl", classOf[CountingFileSystem].getName)
    val counted = CountingFileSystem.counted(new HadoopPath(table.toUri))
    val statement = s"SHOW PROTOCOL COMPATIBILITY FOR '$counted'"
    spark.sql(statement).collect()
    CountingFileSystem.count(spark.sql(statement).collect()).requests
  }
}
