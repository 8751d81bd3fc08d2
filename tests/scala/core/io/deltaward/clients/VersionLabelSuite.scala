package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

class VersionLabelSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  test("a version means another when the numbers are the same, or the range holds it") {
    val pairs = Table(
      ("known", "typed", "same"),
      ("1.4.0", "1.4", true),
      ("1.4", "1.4.0", true),
      ("15.4 LTS", "15.4", true),
      ("15.4 LTS", "15.4 lts", true),
      ("0.2.20 - 0.6.14", "0.3", true),
      ("0.2.20 - 0.6.14", "0.2.20", true),
      ("0.2.20 - 0.6.14", "0.6.15", false),
      ("from 2026-03-02", "From 2026-03-02", true),
      ("from 2026-03-02", "2026-03-02", false),
      ("1.4.0", "1.4.1", false),
      ("1.10", "1.1", false),
      ("main-0180300463", "0180300463", false),
      ("1.4.0", "1.4.0rc1", false),
      ("1.4.0", "", false)
    )
    forAll(pairs) { (known, typed, same) =>
      assert(VersionLabel(known).matches(VersionLabel(typed)) === same)
    }
  }

  test("only dotted numbers are compared, and as numbers") {
    assert(VersionLabel("1.9").isBefore(VersionLabel("1.10")))
    assert(VersionLabel("9.1 LTS").isBefore(VersionLabel("10.4 LTS")))
    assert(VersionLabel("0.2.20 - 0.6.14").isBefore(VersionLabel("0.7.0")))
    assert(!VersionLabel("1.4").isBefore(VersionLabel("1.4.0")))
    assert(!VersionLabel("from 2026-03-02").isBefore(VersionLabel("9999")))
    assert(!VersionLabel("99999999999").isNumeric)
  }
}
