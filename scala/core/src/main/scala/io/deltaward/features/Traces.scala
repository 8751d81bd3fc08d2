package io.deltaward.features

/**
 * The traces of features in the files and the log of one table version; `None` if unknown. A checksum tells some of
 * them, a listing or a scan the rest.
 *
 * @param deletionVectors live files with a deletion vector
 * @param deletedRecords  rows that those vectors delete
 * @param rowIds          live files with a `baseRowId`
 * @param changeData      whether there is a directory of change data files
 * @param domains         names of the metadata domains, both system and user domains
 * @param v2Checkpoint    whether the newest checkpoint follows the V2 specification
 * @param pathSigns       signs in [[FileSigns.OfPaths]] that the path of a live file has
 * @param farTimestamps   whether a live file has a timestamp before 1678 or after 2261
 */
final case class Traces(
    deletionVectors: Option[Long] = None,
    deletedRecords: Option[Long] = None,
    rowIds: Option[Long] = None,
    changeData: Option[Boolean] = None,
    domains: Option[Set[String]] = None,
    v2Checkpoint: Option[Boolean] = None,
    pathSigns: Option[Set[String]] = None,
    farTimestamps: Option[Boolean] = None
) {

  /** Returns these traces, with unknown ones taken from `other`. */
  def orElse(other: Traces): Traces = Traces(
    deletionVectors.orElse(other.deletionVectors),
    deletedRecords.orElse(other.deletedRecords),
    rowIds.orElse(other.rowIds),
    changeData.orElse(other.changeData),
    domains.orElse(other.domains),
    v2Checkpoint.orElse(other.v2Checkpoint),
    pathSigns.orElse(other.pathSigns),
    farTimestamps.orElse(other.farTimestamps)
  )

  /** Returns the signs that these files and others show together. */
  def withSignsOf(others: Traces): Traces = copy(
    pathSigns = for {
      own <- pathSigns
      further <- others.pathSigns
    } yield own ++ further,
    farTimestamps = {
      val both = Seq(farTimestamps, others.farTimestamps)
      if (both.contains(Some(true))) Some(true) else Option.when(!both.contains(None))(false)
    }
  )
}

object Traces {
  val unknown: Traces = Traces()

  /** The signs of no files at all. */
  val ofNoFiles: Traces = Traces(pathSigns = Some(Set.empty), farTimestamps = Some(false))
}
