package io.deltaward.log

/**
 * The `metaData` action of a table (PROTOCOL.md, Change Metadata), as the log holds it.
 *
 * @param schemaString     the schema as unparsed JSON text, since a client may know types that deltaward does not
 * @param partitionColumns names of the partition columns, in the log's order
 * @param configuration    the table properties
 * @param missing          required fields that the action lacks
 * @param description      the comment of the table
 */
final case class TableMetadata(
    id: String,
    name: Option[String],
    schemaString: Option[String],
    partitionColumns: Seq[String],
    configuration: Map[String, String],
    missing: Seq[String] = Nil,
    description: Option[String] = None
)

object TableMetadata {

  /** Returns the entry in `missing` for a property that is null. */
  def valueOf(property: String): String = s"value of $property"
}
