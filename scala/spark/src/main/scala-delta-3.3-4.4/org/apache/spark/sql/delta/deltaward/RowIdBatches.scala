package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.sources.DeltaSQLConf

/** Adding row ids to existing files, or removing them, takes several commits. */
object RowIdBatches {

  /** Returns the number of files in a commit that adds or removes row ids. */
  def size(spark: SparkSession): Option[Int] =
    Some(spark.sessionState.conf.getConf(DeltaSQLConf.DELTA_BACKFILL_MAX_NUM_FILES_PER_COMMIT))
}
