package io.deltaward.features

/**
 * The causes of several features that come in together, joined for one sentence.
 *
 * @param features names of the features
 * @param text     the causes
 * @param advice   how to do without the features
 */
final case class Causes(features: String, text: String, advice: String)

object Causes {

  /** Joins the causes. Omits a feature that only another one of `features` requires: without that one it stays out. */
  def join(features: Seq[String], cause: String => Cause): Causes = {
    val causes = features.map(cause).distinct
    val roots = causes.filter {
      case Cause.Dependency(other) => !features.contains(other)
      case _ => true
    }
    Causes(
      features.mkString(", "),
      roots.map(_.text).mkString(", and "),
      roots.map(_.advice).distinct.mkString(" ")
    )
  }
}
