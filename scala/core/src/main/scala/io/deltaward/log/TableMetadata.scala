package io.deltaward.log

/**
 * The `metaData` action of a table (PROTOCOL.md, Change Metadata), as the log holds it.
 *
 * @param schemaString     the schema as JSON text, unparsed: a client may know types that nobody here knows
 * @param partitionColumns names, in the log's order
 * @param configuration    the table properties
 * @param missing          fields that must be there, and are not
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

  /** Of a property that is null, among what is missing. */
  def valueOf(property: String): String = s"value of $property"
}
