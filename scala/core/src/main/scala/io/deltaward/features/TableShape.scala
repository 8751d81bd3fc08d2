package io.deltaward.features

/**
 * What a table is like beside its features, as far as schema and partition columns tell: some clients trip over one of these
 * together with a feature, or over two of them.
 *
 * @param signs `partitioned`; `partition:decimal` for the type of a partition column, `column:variant` for that of another
 *              column, and `array:date`, `map:date` and `struct:date` for what is in one, at any depth
 */
final case class TableShape(signs: Set[String]) {

  /** Types of which no specification tells. */
  def unspecified: Set[String] =
    signs.filter(_.contains(':')).map(_.dropWhile(_ != ':').drop(1)) -- TableShape.Types
}

object TableShape {

  val Partitioned = "partitioned"

  /** What signs of types begin with. */
  val Kinds: Seq[String] = Seq("partition:", "column:", "array:", "map:", "struct:")

  /** A decimal of more digits than these: files and readers hold it in another way than one that a long can hold. */
  val ShortDecimal = 18
  val LongDecimal = "longDecimal"

  /**
   * What a schema calls types, without their parameters (PROTOCOL.md, Schema Serialization Format); but for long decimals,
   * and texts of bounded length, which are Spark's.
   */
  val Types: Set[String] = Set(
    "string long integer short byte float double decimal boolean binary date timestamp timestamp_ntz variant void " +
      "geometry geography interval struct array map char varchar"
  ).flatMap(_.split(' ')) + LongDecimal

  /** Whether it is the name of a sign, rather than of a feature in some state. */
  def isSign(name: String): Boolean = name == Partitioned || Kinds.exists(name.startsWith)

  private[features] def of(schema: SchemaTraces, partitionColumns: Seq[String]): TableShape = {
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
