package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.DeltaReorgOperation

/** Selects the files that a REORG rewrites, in Delta 3.3 and later. */
private[deltaward] trait FilesToReorg { this: DeltaReorgOperation =>

  def select(spark: SparkSession, snapshot: Snapshot, files: Seq[AddFile]): Seq[AddFile] =
    filterFilesToReorg(spark, snapshot, files)
}
