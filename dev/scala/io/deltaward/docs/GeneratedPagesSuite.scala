package io.deltaward.docs

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.conf.{DeltawardConf, UnderLock}
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
    val settings = Seq(
      "enabled",
      "locked",
      "clients.path",
      "commit.removesFirst.enabled",
      "conflicts.sink",
      "policies.path",
      "requiredClients",
      "allowedFeatures"
    )
    val concurrency =
      Seq(
        "isolation.default",
        "isolation.unrecordedReads.enabled",
        "metadataConcurrency.enabled"
      ) ++
        Seq("enabled", "maxResolutionTime", "maxRowsToCheck")
          .map(key => s"rowLevelConcurrency.$key")
    val modes = CommitRule.names.map(rule => s"rule.$rule.mode")
    assert(
      DeltawardConf.entries.map(_.key).toSet ==
        (settings ++ concurrency ++ modes :+ "fleet.tableTimeout")
          .map("spark.deltaward." + _)
          .toSet
    )
    assert(DeltawardConf.entries.filter(_.isStatic).map(_.key) ==
      Seq("spark.deltaward.locked", "spark.deltaward.policies.path"))
  }

  test("what the lock does is decided and declared for each setting") {
    val undecided = DeltawardConf.entries.filter(_.underLock.isEmpty).map(_.key)
    assert(undecided.isEmpty, "declare a Setting for it, and list that in `settings`")
    assert(!SettingsTable.lines.exists(_.contains("undecided")))
  }

  test("the floor that the lock sets where the cluster sets nothing is the setting's default") {
    val defaults = DeltawardConf.entries.map(entry => entry.key -> entry.default).toMap
    DeltawardConf.settings.foreach { setting =>
      setting.underLock match {
        case _: UnderLock.Stricter => assert(setting.default == defaults(setting.key))
        case _ => ()
      }
    }
  }

  test("a setting without a default is documented as having none") {
    assert(SettingsTable.lines.exists(_.startsWith("| `spark.deltaward.clients.path` | none |")))
  }
}
