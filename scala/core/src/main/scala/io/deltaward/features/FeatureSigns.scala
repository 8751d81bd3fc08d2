package io.deltaward.features

import java.util.Locale

import io.deltaward.features.FeatureSign._
import io.deltaward.protocol.Boundary

/**
 * The sign of each feature: the property, schema mark or statistic that tells its state (rule P9; PROTOCOL.md, the
 * feature's section).
 */
private[features] object FeatureSigns {

  private val files = "its traces are in the data files, which are not read here"

  private val (byId, byKeptName, byNewName) = ("byId", "byKeptName", "byNewName")

  /** Returns how the table maps columns. Files from before the mapping have no field ids, and keep the names they had. */
  private def mappingWay(mode: String, schema: SchemaTraces): String =
    if (mode == "id") byId else if (schema.keptNames) byKeptName else byNewName

  /**
   * The sign of column mapping. Unless columns are mapped by id, mapping counts as unused while every physical name
   * equals the logical one. A reader that maps nothing then reads the same.
   */
  private val columnMapping: FeatureSign = {
    def mode(t: SignContext): String =
      t.configuration.getOrElse("delta.columnMapping.mode", "none").toLowerCase(Locale.ROOT)
    FeatureSign(
      t => Some(mode(t) != "none"),
      t =>
        t.schema.fold(Use(None, "the schema cannot be read")) { s =>
          val way = Option.when(mode(t) != "none")(mappingWay(mode(t), s))
          if (s.renamed) Use(Some(true), "a physical column name differs from the logical one", way)
          else if (mode(t) == "id" && s.hasFields)
            Use(Some(true), "columns are mapped by field id", way)
          else Use(Some(false), "every physical column name is the logical one", way)
        },
      Seq("delta.columnMapping.mode"),
      ways = Set(byId, byKeptName, byNewName)
    ).binding
  }

  private def counted(files: Long, what: String): Use =
    Use(Some(files > 0), s"live files $what: $files")

  private val deletionVectors = FeatureSign(
    t => Some(t.isTrue("delta.enableDeletionVectors")),
    t =>
      (t.traces.deletionVectors, t.traces.deletedRecords) match {
        case (Some(files), _) => counted(files, "with a deletion vector")
        case (_, Some(rows)) if rows > 0 =>
          Use(Some(true), s"deletion vectors delete $rows rows of live files")
        case _ =>
          Use(None, "the newest checksum does not count deletion vectors", scanTells = true)
      },
    Seq("delta.enableDeletionVectors")
  ).binding

  private val invariants = metadata("column invariant", "delta.invariants")
    .bindingWith("a column that is NOT NULL or has an invariant")(_.constrained)
    .holding(_.schema.toSeq.flatMap(_.invariants))
  private val generatedColumns = metadata("generated column", "delta.generationExpression")
    .bindingWith("a generated column")(_.columnKeys("delta.generationExpression"))
    .holding(_.schema.toSeq.flatMap(_.generated))
  private val identityColumns = metadata("identity column", "delta.identity.")
    .bindingWith("an identity column")(_.columnKeys("delta.identity.start"))
  private val constraints = "delta.constraints."
  private val checkConstraints = wholly("a delta.constraints property", constraints)(
    _.keys.exists(isConstraint)
  ).binding.holding(_.configuration.collect { case (key, sql) if isConstraint(key) => sql })
  private def isConstraint(key: String): Boolean =
    key.toLowerCase(Locale.ROOT).startsWith(constraints)
  private val variant = bindingTypes("variant")
  private val geospatial = bindingTypes("geometry", "geography")
  private val typeWidening = FeatureSign(
    t => Some(t.isTrue("delta.enableTypeWidening")),
    metadata("type change", "delta.typeChanges").used,
    Seq("delta.enableTypeWidening")
  ).binding
  private val inCommitTimestamp = FeatureSign(
    t => Some(t.isTrue("delta.enableInCommitTimestamps")),
    t =>
      if (t.isTrue("delta.enableInCommitTimestamps"))
        Use(Some(true), "commits carry timestamps while delta.enableInCommitTimestamps is true")
      else Use(None, "commits may carry timestamps from a time when the property was true"),
    Seq("delta.enableInCommitTimestamps")
  ).binding
  private val collations = metadata("collated column", "__COLLATIONS")

  /** The sign of variant shredding. Files written while the property is on are shredded if a variant has a common shape. */
  private val shredding = FeatureSign(
    t => Some(t.isTrue("delta.enableVariantShredding")),
    t =>
      t.schema.fold(Use(None, "the schema cannot be read")) { s =>
        if (!s.types.contains("variant")) Use(Some(false), "the schema has no variant column")
        else if (t.isTrue("delta.enableVariantShredding"))
          Use(Some(true), "variants are shredded while delta.enableVariantShredding is true")
        else Use(None, files)
      },
    Seq("delta.enableVariantShredding")
  ).binding
  private val coordinator = "delta.coordinatedCommits.commitCoordinator-preview"
  private val catalogManaged =
    unknown("commits of a catalog are not told apart from the schema and properties")
  private val coordinatedCommits =
    unknown("commits of a coordinator are not told apart from the rest").copy(
      keys = Seq(coordinator),
      demands =
        _.configuration.get(coordinator).map(name => s"the table property $coordinator is $name")
    )

  private def redirect(key: String): FeatureSign = wholly(key, key)(_.contains(key))

  private def domain(what: String)(found: Set[String] => Boolean): FeatureSign = FeatureSign(
    _.traces.domains.map(found),
    scanned(_.domains.map { domains =>
      if (found(domains)) Use(Some(true), s"there is a $what")
      else Use(Some(false), s"there is no $what")
    })
  )

  private val changeDataFeed = traced("delta.enableChangeDataFeed")(_.changeData.map { isThere =>
    if (isThere) Use(Some(true), "there are change data files")
    else Use(Some(false), "no change data file was ever written")
  }).binding

  private val v2Checkpoint = FeatureSign(
    t => Some(t.configuration.get("delta.checkpointPolicy").exists(_.equalsIgnoreCase("v2"))),
    scanned(_.v2Checkpoint.map { isV2 =>
      if (isV2) Use(Some(true), "the newest checkpoint is a V2 one")
      else Use(Some(false), "the newest checkpoint, if any, is a classic one")
    }),
    Seq("delta.checkpointPolicy")
  ).binding

  private val table: Map[String, FeatureSign] = Map(
    "appendOnly" -> flag("delta.appendOnly").binding,
    "invariants" -> invariants,
    "checkConstraints" -> checkConstraints,
    "changeDataFeed" -> changeDataFeed,
    "generatedColumns" -> generatedColumns,
    "columnMapping" -> columnMapping,
    "identityColumns" -> identityColumns,
    "allowColumnDefaults" -> metadata("column default", "CURRENT_DEFAULT"),
    "catalogManaged" -> catalogManaged,
    "catalogOwned-preview" -> catalogManaged,
    "checkpointProtection" ->
      wholly(s"${Boundary.Property} above 0", Boundary.Property)(
        _.get(Boundary.Property).exists(_.trim != "0")
      ),
    "coordinatedCommits-preview" -> coordinatedCommits,
    "clustering" -> domain("metadata domain delta.clustering")(_.contains("delta.clustering")),
    "collations" -> collations,
    "collations-preview" -> collations,
    "deletionVectors" -> deletionVectors,
    "domainMetadata" -> domain("metadata domain")(_.nonEmpty),
    "geospatial" -> geospatial,
    "geospatial-dev" -> geospatial,
    "icebergCompatV1" -> flag("delta.enableIcebergCompatV1").binding,
    "icebergCompatV2" -> flag("delta.enableIcebergCompatV2").binding,
    "icebergCompatV3" -> flag("delta.enableIcebergCompatV3").binding,
    "icebergWriterCompatV1" -> flag("delta.enableIcebergWriterCompatV1"),
    "icebergWriterCompatV3" -> flag("delta.enableIcebergWriterCompatV3"),
    "inCommitTimestamp" -> inCommitTimestamp,
    "inCommitTimestamp-preview" -> inCommitTimestamp,
    "materializePartitionColumns" ->
      property("delta.enableMaterializePartitionColumnsFeature", files).binding,
    "rowTracking" ->
      traced("delta.enableRowTracking")(_.rowIds.map(counted(_, "with row ids"))).binding,
    "intervalTypes" -> types("interval"),
    "fileType" -> types("file"),
    "redirectReaderWriter-preview" -> redirect("delta.redirectReaderWriter-preview"),
    "redirectWriterOnly-preview" -> redirect("delta.redirectWriterOnly-preview"),
    "timestampNtz" -> bindingTypes("timestamp_ntz"),
    "typeWidening" -> typeWidening,
    "typeWidening-preview" -> typeWidening,
    "v2Checkpoint" -> v2Checkpoint,
    "vacuumProtocolCheck" -> unknown("it changes VACUUM only and leaves no trace"),
    "variantShredding" -> shredding,
    "variantShredding-preview" -> shredding,
    "variantType" -> variant,
    "variantType-preview" -> variant
  )

  /** Returns the sign of a feature. A feature without one has unknown states. */
  def forFeature(name: String): FeatureSign =
    table.getOrElse(name, unknown("the traces of this feature are not known"))

  private val named: Map[String, Set[String]] =
    table.map { case (name, sign) => name -> table.keySet.filter(table(_) eq sign) }

  /**
   * Returns all features with the same sign as `name`. They are one feature under several names, and a table needs only
   * one.
   */
  def synonyms(name: String): Set[String] = named.getOrElse(name, Set.empty)
}
