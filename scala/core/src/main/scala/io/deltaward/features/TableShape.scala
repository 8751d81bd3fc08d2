package io.deltaward.features

/**
 * The shape of a table besides its features, as far as schema, partition columns, location and files tell. Some clients
 * fail on a sign, on a sign together with a feature, or on two signs together.
 *
 * @param signs `partition:decimal` for the type of a partition column; `column:variant` for the type of another column.
 *              A type inside a column, at any depth, gives `array:date`, `map:date` or `struct:date`. The other signs
 *              are in [[TableShape.Plain]]
 * @param open  signs of the files, if nobody has looked for them
 */
final case class TableShape(signs: Set[String], open: Set[String] = Set.empty) {

  /** Checks whether the table has a sign; `None` if unknown. */
  def has(sign: String): Option[Boolean] = Option.when(!open(sign))(signs(sign))

  /** Adds the signs of the table's location, from its decoded path. */
  def at(location: String): TableShape = copy(signs = signs ++ TableShape.ofLocation(location))

  /** Adds the signs of the table's files. Without these, no file has them. */
  def withFiles(traces: Traces): TableShape = {
    val ofPaths = FileSigns.OfPaths.map(_._1)
      .map(sign => sign -> traces.pathSigns.map(_.contains(sign)))
    val far = if (signs.exists(TableShape.OfTimestamps)) traces.farTimestamps else Some(false)
    val told = ofPaths :+ (TableShape.FarTimestamps -> far)
    TableShape(
      signs ++ told.collect { case (sign, Some(true)) => sign },
      told.collect { case (sign, None) => sign }.toSet
    )
  }

  /** Returns the shape once no column is mapped. */
  def unmapped: TableShape = copy(signs = signs - TableShape.PartitionAfterRenamed)

  /** Returns the types that no specification describes. */
  def unspecified: Set[String] =
    signs.filter(_.contains(':')).map(_.dropWhile(_ != ':').drop(1)) -- TableShape.Types
}

object TableShape {

  val Partitioned = "partitioned"

  /**
   * The sign of a partition column that comes right after a renamed column, if the partition column has the name that it
   * had before it was mapped.
   */
  val PartitionAfterRenamed = "partitionAfterRenamed"

  /** The sign of a location with other characters that a URI encodes, such as a space or `ü`. */
  val EncodedLocation = "encodedLocation"

  /** The sign of a location that has `#` or `?`, which end the path in a URL. */
  val DelimiterLocation = "delimiterLocation"

  /** The sign of a location that has a percent sign. Decoded once too often, it is another location. */
  val PercentLocation = "percentLocation"

  /** The sign of a file whose path is encoded in the log, as that of a partition `New York` or of any timestamp. */
  val EncodedPaths = "encodedPaths"

  /**
   * The sign of a file whose path has characters beyond ASCII, as that of a partition `Zürich`. Delta does not encode
   * these, and other writers do.
   */
  val NonAsciiPaths = "nonAsciiPaths"

  /**
   * The sign of a file that the log names by its whole path: it can be in another table's directory, as after SHALLOW
   * CLONE.
   */
  val AbsolutePaths = "absolutePaths"

  /** The sign of a timestamp before 1678 or after 2261: it does not fit 64 bits of nanoseconds. */
  val FarTimestamps = "farTimestamps"

  /** The signs that name no type. */
  val Plain: Set[String] = Set(
    Partitioned,
    PartitionAfterRenamed,
    EncodedLocation,
    DelimiterLocation,
    PercentLocation,
    EncodedPaths,
    NonAsciiPaths,
    AbsolutePaths,
    FarTimestamps
  )

  /** The types whose values files hold as timestamps. Partition columns are in the log. */
  private val OfTimestamps = Set("column", "array", "map", "struct").map(_ + ":timestamp")

  /** The prefixes of signs that name a type. */
  val Kinds: Seq[String] = Seq("partition:", "column:", "array:", "map:", "struct:")

  /** Maximum number of digits in a decimal that fits a long. Files and readers store longer decimals differently. */
  val ShortDecimal = 18
  val LongDecimal = "longDecimal"

  /**
   * The names of types in a schema, without parameters (PROTOCOL.md, Schema Serialization Format). Includes long
   * decimals and Spark's texts of bounded length, which PROTOCOL.md does not name.
   */
  val Types: Set[String] = Set(
    "string long integer short byte float double decimal boolean binary date timestamp timestamp_ntz variant void " +
      "geometry geography interval struct array map char varchar"
  ).flatMap(_.split(' ')) + LongDecimal

  /** Checks whether a name is a sign, rather than a feature in some state. */
  def isSign(name: String): Boolean = Plain(name) || Kinds.exists(name.startsWith)

  private[features] def fromSchema(
      schema: SchemaTraces,
      partitionColumns: Seq[String]
  ): TableShape = {
    def isPartition(column: String): Boolean = partitionColumns.exists(_.equalsIgnoreCase(column))
    val (partitions, others) = schema.columns.partition { case (name, _) => isPartition(name) }
    TableShape(
      Option.when(partitionColumns.nonEmpty)(Partitioned).toSet ++
        Option.when(schema.afterRenamed.exists(isPartition))(PartitionAfterRenamed) ++
        partitions.values.flatten.map("partition:" + _) ++
        others.values.flatten.map("column:" + _) ++
        schema.nested
    )
  }

  private def ofLocation(location: String): Set[String] =
    Option.when(!location.forall(c => Unencoded(c) || "#?%".contains(c)))(EncodedLocation).toSet ++
      Option.when(location.exists("#?".contains(_)))(DelimiterLocation) ++
      Option.when(location.contains('%'))(PercentLocation)

  /** The characters of a path that a URI does not encode (RFC 3986, section 3.3). */
  private val Unencoded: Set[Char] =
    (('a' to 'z') ++ ('A' to 'Z') ++ ('0' to '9') ++ "/-._~!$&'()*+,;=:@").toSet
}
