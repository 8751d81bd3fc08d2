package io.deltaward.features

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** Looks up the columns of the domain `delta.clustering` in the schema (PROTOCOL.md, Clustered Table). */
object ClusteringColumns {
  private val mapper = new ObjectMapper()
  private val PhysicalName = "delta.columnMapping.physicalName"

  /**
   * Returns the columns that the schema does not have. Delta then fails in most statements on the table.
   *
   * @param schemaJson text of which nothing is known if it is no schema
   * @param columns    paths of physical names, from the outermost column
   */
  def missing(schemaJson: String, columns: Seq[Seq[String]]): Seq[Seq[String]] =
    Try(mapper.readTree(schemaJson)).toOption
      .filter(root => root != null && root.path("fields").isArray)
      .fold(Seq.empty[Seq[String]])(root => columns.filterNot(isIn(root, _)))

  private def isIn(struct: JsonNode, path: Seq[String]): Boolean = path.headOption.forall { head =>
    struct.path("fields").elements.asScala.find(physicalName(_) == head)
      .exists(field => isIn(field.path("type"), path.tail))
  }

  private def physicalName(field: JsonNode): String =
    field.path("metadata").path(PhysicalName).asText(field.path("name").asText)
}
