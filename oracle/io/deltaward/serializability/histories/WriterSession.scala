package io.deltaward.serializability.histories

/**
 * The session that a statement runs in.
 *
 * @param settings  settings of the session
 * @param elsewhere whether it is in another JVM
 */
final case class WriterSession(
    settings: Map[String, String] = Map.empty,
    elsewhere: Boolean = false
) {

  /**
   * Returns the session without its setting for keeping sources. With the value `none`, Delta fails a MERGE whose
   * source is in Spark's cache.
   */
  def byDefault: WriterSession = copy(settings = settings - WriterSession.KeptSources)

  /** Describes the session in a report. */
  override def toString: String = {
    val set = settings.toSeq.sorted.map { case (key, value) => s"$key=$value" }
    (set ++ Option.when(elsewhere)("in another JVM")).mkString(", ")
  }
}

object WriterSession {
  val plain: WriterSession = WriterSession()

  val KeptSources = "spark.databricks.delta.merge.materializeSource"
}
