package io.deltaward.clients

import io.deltaward.features.{FeatureStates, TableShape}
import io.deltaward.text.Spelling

/**
 * Things that a client handles one by one, and fails on where a table has all of them.
 *
 * @param when    facts of a table: see [[io.deltaward.features.FeatureStates.holds]]; none where it is so with every table
 * @param verdict what happens then
 * @param text    how it fails, to be shown
 */
final case class Case(when: Seq[String], verdict: Verdict, text: String) {

  /** The features that it is about. */
  def features: Seq[String] = when.filterNot(TableShape.isSign).map(_.takeWhile(_ != ':'))

  /** Whether it depends on something that is not told of a table. */
  private[clients] def isOpen(states: FeatureStates): Boolean = {
    val facts = when.map(states.holds)
    facts.contains(None) && !facts.contains(Some(false))
  }

  private[clients] def in(states: FeatureStates): Option[FeatureVerdict] = {
    val why = if (when.isEmpty) text else s"${when.mkString(" and ")}: $text"
    if (isOpen(states)) Some(FeatureVerdict(features, Verdict.Unknown, why))
    else Option.when(when.forall(states.holds(_).contains(true)))(
      FeatureVerdict(features, verdict, why)
    )
  }
}

private[clients] object Case {

  private val States = Set("enabled", "disabled", "used")

  /** What is wrong with a fact, but for the name of a feature: as it is, no table would have it. */
  def problem(fact: String): Option[String] = {
    val (name, rest) = fact.span(_ != ':')
    val (known, what) =
      if (TableShape.isSign(fact)) (TableShape.Types, "a type of a schema")
      else (States ++ FeatureStates.waysOf(name), s"a state of $name, or a way of using it")
    Option.when(rest.nonEmpty && !known(rest.drop(1))) {
      val meant = Spelling.nearest(rest.drop(1), known).fold("")(n => s"; did you mean $n?")
      s"'${rest.drop(1)}' is not $what$meant"
    }
  }
}
