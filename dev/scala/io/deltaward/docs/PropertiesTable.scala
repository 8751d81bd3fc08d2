package io.deltaward.docs

import io.deltaward.policy.Policies
import io.deltaward.rules.{CommitRule, Mode}

/** Every table property, from the rules and policies. */
object PropertiesTable {

  private val modes = CommitRule.names.map { rule =>
    Seq(
      s"`${CommitRule.propertyKey(rule)}`",
      Mode.all.map(mode => s"`$mode`").mkString(", "),
      s"The mode of the rule `$rule` for commits to this table."
    )
  }

  private val policies = Seq(
    Seq(
      s"`${Policies.RequiredClients}`",
      "`client`, `client[path]`; `>=version`, `=version`; `read`, `write`, `read+write`; with commas between them",
      "Clients that must be able to go on reading or writing this table."
    ),
    Seq(
      s"`${Policies.AllowedFeatures}`",
      "feature names with commas between them; an empty list allows none",
      "The features that a commit to this table may bring in."
    )
  )

  def lines: Seq[String] =
    GeneratedPage.table("property", "values", "meaning")((policies ++ modes).sortBy(_.head))
}
