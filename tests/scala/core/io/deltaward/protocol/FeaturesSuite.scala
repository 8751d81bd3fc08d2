package io.deltaward.protocol

import org.scalatest.funsuite.AnyFunSuite

class FeaturesSuite extends AnyFunSuite {

  test("every feature has one row, a source, and requirements that have rows") {
    assert(Features.all.map(_.name).distinct.size === Features.all.size)
    Features.all.foreach { feature =>
      assert(feature.source.nonEmpty, feature.name)
      assert(feature.requires.subsetOf(Features.byName.keySet), feature.name)
    }
  }

  test("P3: the legacy features and their versions") {
    assert(
      Features.legacy.map { case (f, v) => (f.name, v.reader, v.writer) }.toSet === Set(
        ("appendOnly", 1, 2),
        ("invariants", 1, 2),
        ("checkConstraints", 1, 3),
        ("changeDataFeed", 1, 4),
        ("generatedColumns", 1, 4),
        ("columnMapping", 2, 5),
        ("identityColumns", 1, 6)
      )
    )
  }

  test("a feature that only writers must know requires nothing of readers beyond its own") {
    val readerFeatures = Features.all.filter(_.kind == FeatureKind.ReaderWriter).map(_.name).toSet
    val onReaders = Features.all
      .filter(f => f.kind == FeatureKind.Writer && f.requires.exists(readerFeatures))
      .map(_.name)
    assert(
      onReaders.toSet === Set(
        "icebergCompatV1",
        "icebergCompatV2",
        "icebergCompatV3",
        "columnMappingUsageTracking",
        "coordinatedCommits-preview"
      )
    )
  }

  test("where documents and log disagree on the kind, the row is the log's and says so") {
    Seq("clustering", "collations", "collations-preview").foreach { name =>
      assert(Features.byName(name).kind === FeatureKind.Writer)
      assert(Features.byName(name).source.contains("reader and writer"))
    }
  }

  test("D6: the dependents of a feature, among those a table has") {
    val table = Set("columnMapping", "icebergCompatV2", "rowTracking", "domainMetadata")
    assert(Features.dependents("columnMapping", table) === Set("icebergCompatV2"))
    assert(Features.dependents("domainMetadata", table) === Set("rowTracking"))
    assert(Features.dependents("icebergCompatV2", table) === Set.empty)
  }

  test("what somebody else knows otherwise is told, and what nobody here knows is not") {
    def named(name: String): Feature = Features.byName(name)
    val others = Seq(
      named("columnMapping").copy(legacy = None),
      named("clustering").copy(kind = FeatureKind.ReaderWriter),
      named("deletionVectors").copy(status = FeatureStatus.Unknown, requires = Set("x")),
      Feature.unknown("anUnknownFeature", FeatureKind.Writer)
    )
    assert(Features.knownOtherwise(others) === Set("columnMapping", "clustering"))
  }
}
