package io.deltaward.clients

/** When a condition on a feature fails: the state of the feature in the table (rule P9) that decides. */
sealed abstract class FailsWhen(override val toString: String) extends Serializable

object FailsWhen {

  /** Always: the feature in the protocol is enough. */
  case object Listed extends FailsWhen("listed")

  /** Where the table turns the feature on for new writes. */
  case object Enabled extends FailsWhen("enabled")

  /** Where the table carries traces of the feature. */
  case object Used extends FailsWhen("used")

  /** The condition depends on something that the table does not tell. */
  case object Undecidable extends FailsWhen("undecidable")

  val all: Seq[FailsWhen] = Seq(Listed, Enabled, Used, Undecidable)
}

/**
 * A feature that a client neither plainly supports nor plainly refuses.
 *
 * @param text               what it depends on, to be shown
 * @param verdict            what happens when it fails
 * @param way                of `Used`, the one way of using the feature that fails; every way where it is empty
 * @param legacyVersionsOnly holds where a legacy version implies the feature; in a feature list it is like any other
 */
final case class Condition(
    text: String,
    failsWhen: FailsWhen,
    verdict: Verdict,
    legacyVersionsOnly: Boolean,
    way: Option[String] = None
)
