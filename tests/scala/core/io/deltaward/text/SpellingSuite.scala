package io.deltaward.text

import org.scalatest.funsuite.AnyFunSuite

class SpellingSuite extends AnyFunSuite {

  test("one edit is a slip in a short word, two are in a long one") {
    assert(Spelling.close("trino", "trin") && !Spelling.close("trino", "tri"))
    assert(Spelling.close("NORMALIZE", "normalise") && Spelling.close("PROTOCOL", "PROTCOLL"))
    assert(!Spelling.close("COMPATIBILITY", "compactible"))
  }

  test("two letters that are swapped are one edit") {
    assert(Spelling.close("warn", "wran") && Spelling.close("enforce", "enfroce"))
    assert(!Spelling.close("warn", "wnar"))
  }

  test("the nearest name wins, the first by name of several, and none where all are far") {
    assert(Spelling.nearest("polar", Seq("polars", "solar")).contains("polars"))
    assert(Spelling.nearest("deltalakes", Seq("delta-lake", "deltalake")).contains("deltalake"))
    assert(Spelling.nearest("snowflake", Seq("trino", "spark")).isEmpty)
  }
}
