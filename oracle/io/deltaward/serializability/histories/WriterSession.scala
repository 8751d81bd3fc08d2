package io.deltaward.serializability.histories

/**
 * Where a statement runs.
 *
 * @param settings  of its session
 * @param elsewhere in another JVM
 */
final case class WriterSession(
    settings: Map[String, String] = Map.empty,
    elsewhere: Boolean = false
) {

  /** Where Delta keeps sources, or not, by itself: with `none`, it fails a MERGE whose source is in the cache. */
  def byDefault: WriterSession = copy(settings = settings - WriterSession.KeptSources)

  /** For a report. */
  override def toString: String = {
    val set = settings.toSeq.sorted.map { case (key, value) => s"$key=$value" }
    (set ++ Option.when(elsewhere)("in another JVM")).mkString(", ")
  }
}

object WriterSession {
  val plain: WriterSession = WriterSession()

  val KeptSources = "spark.databricks.delta.merge.materializeSource"
}
