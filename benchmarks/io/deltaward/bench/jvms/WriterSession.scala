package io.deltaward.bench.jvms

import java.nio.file.Path

import org.apache.spark.sql.SparkSession

import io.deltaward.{DeltawardSparkSessionExtension, NewSession, QuickSettings}
import io.deltaward.bench.BenchSession
import io.deltaward.storage.LinkingFileSystem

/** Sessions of writers in several JVMs. On a local disk, they must not overwrite each other's commits. */
object WriterSession {

  def plain(folder: Path): SparkSession = NewSession.of(settled(folder))

  def guarded(folder: Path): SparkSession =
    NewSession.of(settled(folder).withExtensions(new DeltawardSparkSessionExtension))

  private def settled(folder: Path): SparkSession.Builder = BenchSession(folder)
    .config(QuickSettings.all)
    .config("spark.hadoop.fs.file.impl", classOf[LinkingFileSystem].getName)
    .config("spark.delta.logStore.file.impl", classOf[CountingLogStore].getName)
}
