package io.deltaward.guard

class AllowedFeaturesSuite extends PolicyTest {

  test("features that are not on the list are refused at once, with what would bring them in") {
    val table = plainTable("'deltaward.allowedFeatures' = 'deletionVectors'")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    val error = refusalOf {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES " +
          "('delta.enableTypeWidening' = 'true', 'delta.enableInCommitTimestamps' = 'true')"
      )
    }
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    val parameters = error.getMessageParameters
    assert(parameters.get("feature") == "inCommitTimestamp, typeWidening")
    assert(parameters.get("cause") ==
      "the table property delta.enableInCommitTimestamps = true, and " +
      "the table property delta.enableTypeWidening = true")
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
