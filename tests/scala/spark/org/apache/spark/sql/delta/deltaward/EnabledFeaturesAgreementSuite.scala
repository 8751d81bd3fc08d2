package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.TableFeature
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}
import org.apache.spark.sql.types.DataType
import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.{DeltaSession, RunningDelta}
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.ProtocolProblem.{EnabledFeatureMissing, RequiredFeatureMissing}

/**
 * Compares with Delta, which does not open a table whose properties or schema need a feature missing from its lists.
 */
class EnabledFeaturesAgreementSuite
    extends AnyFunSuite
    with DeltaSession
    with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 500)

  /** Delta before 4.3 adds variantShredding without variantType, although the specification asks for both. */
  private val asSpecified = RunningDelta.isAtLeast("4.3")

  private val known = TableFeature.allSupportedFeaturesMap.values
    .filter(_.name != "variantShredding" || asSpecified).toSeq.sortBy(_.name)

  /** Delta 3.3 adds the preview of typeWidening, which stands for it. */
  private val own: String => String =
    if (RunningDelta.isAtLeast("4.0")) identity else _.stripSuffix("-preview")

  /** Turns the preview of geometry on, which is otherwise an error, and the names of other previews off. */
  private val settings = Seq(
    // Delta before 4.3 does not know this one.
    "spark.databricks.delta.geo.preview.enabled" -> "true",
    // Delta before 4.0 does not know this one.
    "spark.databricks.delta.variant.forceUsePreviewTableFeature" -> "false",
    // Delta before 4.1 does not know this one.
    "spark.databricks.delta.variantShredding.forceUsePreviewTableFeature" -> "false"
  )

  private val property: Gen[(String, String)] = for {
    key <- Gen.oneOf(
      "delta.appendOnly",
      "delta.enableChangeDataFeed",
      "delta.enableDeletionVectors",
      "delta.enableRowTracking",
      "delta.enableTypeWidening",
      "delta.enableInCommitTimestamps",
      "delta.enableIcebergCompatV1",
      "delta.enableIcebergCompatV2",
      "delta.enableIcebergCompatV3",
      if (asSpecified) "delta.enableVariantShredding" else "delta.enableTypeWidening",
      "delta.enableMaterializePartitionColumnsFeature"
    )
    value <- Gen.oneOf("true", "TRUE", "false")
  } yield key -> value

  private val other: Gen[(String, String)] = Gen.oneOf(
    "delta.checkpointPolicy" -> "v2",
    "delta.checkpointPolicy" -> "classic",
    "delta.columnMapping.mode" -> "name",
    "delta.columnMapping.mode" -> "none",
    "delta.constraints.positive" -> "a > 0",
    "DELTA.Constraints.c" -> "a > 0",
    "delta.coordinatedCommits.commitCoordinator-preview" -> "memory",
    "delta.requireCheckpointProtectionBeforeVersion" -> "12",
    "deltaward.allowedFeatures" -> "rowTracking"
  )

  /** Spark has no geometry type before 4.1. */
  private val typeNames: Seq[String] =
    Seq("integer", "string", "timestamp_ntz", "variant", "timestamp", "geometry(OGC:CRS84)")
      .filter(name => Try(DataType.fromJson(s""""$name"""")).isSuccess)

  private val columnType: Gen[String] = {
    val plain = Gen.oneOf(typeNames.map(name => s""""$name""""))
    val nested = for {
      inner <- plain
      nullable <- Gen.oneOf(true, false)
      inside = struct(field("n", inner, nullable, "{}"))
      around <- Gen.oneOf(
        s"""{"type":"array","elementType":$inner,"containsNull":true}""",
        s"""{"type":"array","elementType":$inside,"containsNull":true}""",
        s"""{"type":"map","keyType":"string","valueType":$inner,"valueContainsNull":true}""",
        inside
      )
    } yield around
    Gen.frequency(3 -> plain, 1 -> nested)
  }

  private val marks: Gen[String] = Gen.frequency(
    6 -> Gen.const("{}"),
    1 -> Gen.const("""{"delta.generationExpression":"1"}"""),
    1 -> Gen.const("""{"CURRENT_DEFAULT":"1"}"""),
    1 -> Gen.const(
      """{"delta.identity.start":1,"delta.identity.step":1,"delta.identity.allowExplicitInsert":false}"""
    )
  )

  private def field(name: String, tpe: String, nullable: Boolean, metadata: String): String =
    s"""{"name":"$name","type":$tpe,"nullable":$nullable,"metadata":$metadata}"""

  private def struct(fields: String*): String =
    fields.mkString("""{"type":"struct","fields":[""", ",", "]}")

  private val schema: Gen[String] = for {
    count <- Gen.choose(1, 3)
    types <- Gen.listOfN(count, columnType)
    metadata <- Gen.listOfN(count, marks)
    nullable <- Gen.listOfN(count, Gen.frequency(6 -> true, 1 -> false))
  } yield struct(types.zip(metadata).zip(nullable).zipWithIndex.map {
    case (((tpe, mark), isNullable), i) => field(s"c$i", tpe, isNullable, mark)
  }: _*)

  private val tables: Gen[(Protocol, Metadata)] = for {
    listed <- Gen.someOf(known)
    properties <- Gen.listOf(Gen.frequency(2 -> property, 1 -> other))
    schemaString <- schema
  } yield Protocol(3, 7).withFeatures(listed.toSet) ->
    Metadata(schemaString = schemaString, configuration = properties.take(4).toMap)

  test("what Delta misses in the lists of a protocol is what is told") {
    withConf(settings: _*) {
      forAll(tables) { case (protocol, metadata) =>
        val needed =
          AutomaticFeatures.in(spark, metadata, protocol).map(_.name)
        val listed = protocol.readerAndWriterFeatureNames.map(own)
        val missing = needed.map(own) -- listed
        val told = TableDescriptor(
          ProtocolConversion.toPlain(protocol),
          metadata.configuration,
          metadata.schemaString
        ).problems
        val enabled = told
          .collect { case problem: EnabledFeatureMissing => problem.feature }.toSet
          .intersect(known.map(_.name).toSet + "typeWidening")
        val required = told.collect { case problem: RequiredFeatureMissing =>
          problem.feature
        }.toSet
        // Delta also reports what the missing features require in turn.
        val closed = closure(enabled) ++ closure(required)
        assert(closed.map(own) -- listed == missing, told)
      }
    }
  }

  private def closure(names: Set[String]): Set[String] = {
    val more = names ++ names.flatMap(TableFeature.featureNameToFeature).flatMap(_.requiredFeatures)
      .map(_.name)
    if (more == names) names else closure(more)
  }
}
