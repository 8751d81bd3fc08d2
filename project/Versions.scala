/** Every version the build names, in one place. */
object Versions {
  val project = "0.1.0"
  val scala = "2.13.18"
  val spark = "4.2.0"
  val delta = "4.4.0"

  /** The runtime that Spark 4.2 ships: the generated parser must not bring another. */
  val antlr = "4.13.1"

  val jackson = "2.21.2"
  val commonsText = "1.15.0"

  /** An older Delta, which does not fit: a test shows how that is said. */
  val olderDelta = "3.3.2"

  val scalatest = "3.2.20"
  val scalacheckPlus = "3.2.19.0"
}
