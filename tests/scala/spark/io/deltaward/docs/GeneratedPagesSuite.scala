package io.deltaward.docs

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.conf.DeltawardConf
import io.deltaward.rules.CommitRule

class GeneratedPagesSuite extends AnyFunSuite {

  GeneratedPage.all.foreach { page =>
    test(s"${page.file} is what the code declares; `make docs` writes it") {
      assert(page.current == page.stored)
    }
  }

  test(
    "the documented settings are the declared ones, with the mode of every rule and what is static"
  ) {
    val declared = Seq(DeltawardConf.ENABLED, DeltawardConf.LOCKED, DeltawardConf.CLIENTS_PATH)
    val modes = CommitRule.all.map(rule => s"spark.deltaward.rule.${rule.name}.mode")
    assert(DeltawardConf.entries.map(_.key).toSet == (declared.map(_.key) ++ modes).toSet)
    assert(DeltawardConf.entries.filter(_.isStatic).map(_.key) == Seq("spark.deltaward.locked"))
  }

  test("a setting without a default is documented as having none") {
    assert(SettingsTable.lines.exists(_.startsWith("| `spark.deltaward.clients.path` | none |")))
  }
}
