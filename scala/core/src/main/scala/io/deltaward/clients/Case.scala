package io.deltaward.clients

import io.deltaward.features.{FeatureStates, TableShape}
import io.deltaward.text.Spelling

/**
 * A combination on which a client fails, although it handles each part alone.
 *
 * @param when    facts of a table that must all be true: see [[io.deltaward.features.FeatureStates.holds]]; empty for
 *                every table
 * @param verdict verdict on a table with all of these facts
 * @param text    how the client fails, to be shown
 */
final case class Case(when: Seq[String], verdict: Verdict, text: String) {

  /** Returns the features in the combination. */
  def features: Seq[String] = when.filterNot(TableShape.isSign).map(_.takeWhile(_ != ':'))

  /** Checks whether the case depends on a fact that is unknown of the table. */
  private[clients] def isOpen(states: FeatureStates): Boolean = {
    val facts = when.map(states.holds)
    facts.contains(None) && !facts.contains(Some(false))
  }

  private[clients] def judge(states: FeatureStates): Option[FeatureVerdict] = {
    val why = if (when.isEmpty) text else s"${when.mkString(" and ")}: $text"
    def open = when.filter(states.holds(_).isEmpty).mkString(" and ")
    if (isOpen(states))
      Some(FeatureVerdict(
        features,
        Verdict.Unknown,
        s"$why; it is not known whether the table has $open"
      ))
    else Option.when(when.forall(states.holds(_).contains(true)))(
      FeatureVerdict(features, verdict, why)
    )
  }
}

private[clients] object Case {

  private val States = Set("enabled", "disabled", "used")

  /** Returns the error in a fact that no table can have. Does not check whether its feature exists. */
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
