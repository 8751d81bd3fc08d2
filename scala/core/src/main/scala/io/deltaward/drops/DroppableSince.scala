package io.deltaward.drops

/** Says which Delta Lake can drop features that the running one cannot. */
object DroppableSince {

  /** The first minor version that can drop a feature, where deltaward supports an older one. */
  private val versions = Map(
    "checkConstraints" -> "3.3",
    "checkpointProtection" -> "3.3",
    "columnMapping" -> "3.3",
    "deletionVectors" -> "4.0",
    "domainMetadata" -> "4.1",
    "geospatial" -> "4.3",
    "inCommitTimestamp" -> "3.3",
    "materializePartitionColumns" -> "4.1",
    "rowTracking" -> "4.1",
    "typeWidening" -> "3.3",
    "vacuumProtocolCheck" -> "3.3"
  )

  /** Returns a sentence for users if a newer Delta Lake than the oldest supported one can drop all the features. */
  def hint(features: Seq[String]): Option[String] = {
    val since = features.flatMap(versions.get)
    Option.when(since.nonEmpty && since.sizeIs == features.size)(
      s"Delta Lake ${since.max} and later can drop ${features.mkString(", ")}."
    )
  }
}
