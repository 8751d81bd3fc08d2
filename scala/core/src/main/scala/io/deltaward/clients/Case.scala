package io.deltaward.clients

import io.deltaward.features.{FeatureStates, TableShape}

/**
 * Things that a client handles one by one, and fails on where a table has all of them.
 *
 * @param when    facts of a table: see [[io.deltaward.features.FeatureStates.holds]]
 * @param verdict what happens then
 * @param text    how it fails, to be shown
 */
final case class Case(when: Seq[String], verdict: Verdict, text: String) {

  /** The features that it is about. */
  def features: Seq[String] = when.filterNot(TableShape.isSign).map(_.takeWhile(_ != ':'))

  private[clients] def in(states: FeatureStates): Option[FeatureVerdict] = {
    val facts = when.map(states.holds)
    val why = s"${when.mkString(" and ")}: $text"
    if (facts.contains(Some(false))) None
    else if (facts.contains(None)) Some(FeatureVerdict(features, Verdict.Unknown, why))
    else Some(FeatureVerdict(features, verdict, why))
  }
}
