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
    val settings = Seq("enabled", "locked", "clients.path", "requiredClients", "allowedFeatures")
    val concurrency =
      Seq("isolation.default") ++ Seq("enabled", "maxResolutionTime", "maxRowsToCheck")
        .map(key => s"rowLevelConcurrency.$key")
    val modes = CommitRule.names.map(rule => s"rule.$rule.mode")
    assert(
      DeltawardConf.entries.map(_.key).toSet == (settings ++ concurrency ++ modes)
        .map("spark.deltaward." + _)
        .toSet
    )
    assert(DeltawardConf.entries.filter(_.isStatic).map(_.key) == Seq("spark.deltaward.locked"))
  }

  test("a setting without a default is documented as having none") {
    assert(SettingsTable.lines.exists(_.startsWith("| `spark.deltaward.clients.path` | none |")))
  }
}
