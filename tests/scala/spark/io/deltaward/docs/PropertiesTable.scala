package io.deltaward.docs

import io.deltaward.rules.{CommitRule, Mode}

/** Every table property, from the rules. */
object PropertiesTable {

  def lines: Seq[String] = GeneratedPage.table("property", "values", "meaning")(
    CommitRule.all.map { rule =>
      Seq(
        s"`${CommitRule.propertyKey(rule.name)}`",
        Mode.all.map(mode => s"`$mode`").mkString(", "),
        s"The mode of the rule `${rule.name}` for commits to this table."
      )
    }
  )
}
