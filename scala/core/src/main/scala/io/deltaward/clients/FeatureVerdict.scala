package io.deltaward.clients

import io.deltaward.features.FeatureStates

/**
 * The verdict on a required feature, or on several things that a table has at once.
 *
 * @param why reason for the verdict; empty if the client plainly supports the feature
 */
final private[clients] case class FeatureVerdict(
    features: Seq[String],
    verdict: Verdict,
    why: String
)

private[clients] object FeatureVerdict {

  private def apply(feature: String, verdict: Verdict, why: String): FeatureVerdict =
    FeatureVerdict(Seq(feature), verdict, why)

  /** @param legacy whether a legacy version implies the feature, rather than a list that names it */
  def judge(
      feature: String,
      legacy: Boolean,
      support: Support.Known,
      states: FeatureStates
  ): FeatureVerdict = {
    val found = ofFeature(feature, legacy, support, states)
    if (found.verdict == Verdict.Ok && states.holdsOtherSql(feature) && !support.sparkSql)
      FeatureVerdict(
        feature,
        Verdict.Unknown,
        s"$feature: whether it evaluates all expressions of the table as Spark does is not known"
      )
    else found
  }

  private def ofFeature(
      feature: String,
      legacy: Boolean,
      support: Support.Known,
      states: FeatureStates
  ): FeatureVerdict = {
    val conditions = support.conditionsOf(feature, legacy)
    def because(verdict: Verdict, why: String): FeatureVerdict =
      FeatureVerdict(feature, verdict, why)
    if (support.uncertain.contains(feature))
      because(Verdict.Unknown, s"the sources about $feature contradict each other")
    else if (conditions.nonEmpty) worst(conditions.map(conditional(feature, _, states)))
    else if (support.honours(feature, legacy)) because(Verdict.Ok, "")
    else
      support.others match {
        case OtherFeatures.Ignored => ignored(feature, states)
        case _ if legacy =>
          because(
            Verdict.Unknown,
            s"it accepts the version, but whether it honours $feature is not known"
          )
        case OtherFeatures.Refused =>
          because(Verdict.Blocked, s"it does not support $feature${support.says(feature)}")
        case OtherFeatures.Unknown =>
          because(Verdict.Unknown, s"nothing is known about its support of $feature")
      }
  }

  private def worst(verdicts: Seq[FeatureVerdict]): FeatureVerdict = {
    val verdict = Verdict.prevailing(verdicts.map(_.verdict))
    val behind = verdicts.filter(_.verdict == verdict)
    FeatureVerdict(behind.head.features, verdict, behind.map(_.why).distinct.mkString("; "))
  }

  private def conditional(
      feature: String,
      condition: Condition,
      states: FeatureStates
  ): FeatureVerdict = {
    val otherWay = condition.way.exists(own => states.way(feature).exists(_ != own))
    val fails = condition.failsWhen match {
      case FailsWhen.Listed => Some(true)
      case FailsWhen.Used if otherWay => Some(false)
      case FailsWhen.Enabled => states.enabled(feature)
      case FailsWhen.Used => states.used(feature)
      case FailsWhen.Undecidable => None
    }
    val text = s"$feature: ${condition.text}"
    fails match {
      case Some(true) => FeatureVerdict(feature, condition.verdict, text)
      case Some(false) =>
        val here = if (otherWay) "used in another way" else s"not ${condition.failsWhen}"
        FeatureVerdict(
          feature,
          Verdict.Ok,
          s"$feature is $here here; otherwise it would be ${condition.verdict}"
        )
      case None => FeatureVerdict(feature, Verdict.Unknown, text)
    }
  }

  private def ignored(feature: String, states: FeatureStates): FeatureVerdict =
    states.used(feature) match {
      case Some(true) =>
        FeatureVerdict(feature, Verdict.SilentlyWrong, s"it ignores $feature, which the table uses")
      case Some(false) =>
        val evidence = states.get(feature).fold("")(_.usedEvidence)
        FeatureVerdict(feature, Verdict.Ok, s"it ignores $feature, which is not used: $evidence")
      case None =>
        FeatureVerdict(
          feature,
          Verdict.Unknown,
          s"it ignores $feature, and whether the table uses $feature is not known"
        )
    }
}
