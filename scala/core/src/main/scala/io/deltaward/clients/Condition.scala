package io.deltaward.clients

/** The state of a feature in a table (rule P9) that makes a condition fail. */
sealed abstract class FailsWhen(override val toString: String) extends Serializable

object FailsWhen {

  /** Fails always: the feature in the protocol is enough. */
  case object Listed extends FailsWhen("listed")

  /** Fails if the table turns the feature on for new writes. */
  case object Enabled extends FailsWhen("enabled")

  /** Fails if the table has traces of the feature. */
  case object Used extends FailsWhen("used")

  /** Depends on something that the table does not tell. */
  case object Undecidable extends FailsWhen("undecidable")

  val all: Seq[FailsWhen] = Seq(Listed, Enabled, Used, Undecidable)
}

/**
 * A feature that a client neither plainly supports nor plainly refuses.
 *
 * @param text               what the outcome depends on, to be shown
 * @param verdict            the verdict if the condition fails
 * @param legacyVersionsOnly whether the condition applies only if a legacy version implies the feature, not if a list
 *                           names it
 * @param way                for `Used`, the one way of using the feature that fails; `None` if every way fails
 */
final case class Condition(
    text: String,
    failsWhen: FailsWhen,
    verdict: Verdict,
    legacyVersionsOnly: Boolean,
    way: Option[String] = None
)
