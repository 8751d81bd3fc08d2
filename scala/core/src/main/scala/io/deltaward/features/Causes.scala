package io.deltaward.features

/**
 * What brings several features in at once, for one sentence.
 *
 * @param features the features
 * @param text     what brings them in
 * @param advice   how to do without them
 */
final case class Causes(features: String, text: String, advice: String)

object Causes {

  /** A feature that comes in only because another one needs it adds nothing: without the other it stays out. */
  def of(features: Seq[String], cause: String => Cause): Causes = {
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
