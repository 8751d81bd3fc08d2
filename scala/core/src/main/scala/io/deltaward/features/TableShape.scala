package io.deltaward.features

/**
 * The shape of a table besides its features, as far as schema and partition columns tell. Some clients fail on a sign
 * together with a feature, or on two signs together.
 *
 * @param signs `partitioned`; `partition:decimal` for the type of a partition column; `column:variant` for the type of
 *              another column. A type inside a column, at any depth, gives `array:date`, `map:date` or `struct:date`
 */
final case class TableShape(signs: Set[String]) {

  /** Returns the types that no specification describes. */
  def unspecified: Set[String] =
    signs.filter(_.contains(':')).map(_.dropWhile(_ != ':').drop(1)) -- TableShape.Types
}

object TableShape {

  val Partitioned = "partitioned"

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
  def isSign(name: String): Boolean = name == Partitioned || Kinds.exists(name.startsWith)

  private[features] def fromSchema(
      schema: SchemaTraces,
      partitionColumns: Seq[String]
  ): TableShape = {
    val (partitions, others) = schema.columns.partition { case (name, _) =>
      partitionColumns.exists(_.equalsIgnoreCase(name))
    }
    TableShape(
      Option.when(partitionColumns.nonEmpty)(Partitioned).toSet ++
        partitions.values.flatten.map("partition:" + _) ++
        others.values.flatten.map("column:" + _) ++
        schema.nested
    )
  }
}
