package io.deltaward.hook

class AllowedFeaturesSuite extends PolicyTest {

  test("a feature that is not on the list is refused, with what would bring it in") {
    val table = plainTable("'deltaward.allowedFeatures' = 'deletionVectors'")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    val error = refusalOf {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES " +
          "('delta.enableTypeWidening' = 'true', 'delta.enableInCommitTimestamps' = 'true')"
      )
    }
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.SEVERAL_FINDINGS")
    val findings = error.getMessageParameters.get("findings")
    assert(findings.contains("typeWidening, which would come in through the table property"))
    assert(findings.contains("inCommitTimestamp, which would come in through the table property"))
    assert(versions(table) == 3)
  }

  test("a list in the session holds for new tables; what every table has may always be there") {
    withConf("spark.deltaward.allowedFeatures" -> "rowTracking, domainMetadata") {
      plainTable()
      val error = refusalOf(plainTable("'delta.enableChangeDataFeed' = 'true'"))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
      assert(error.getMessageParameters.get("feature") == "changeDataFeed")
    }
  }
}
