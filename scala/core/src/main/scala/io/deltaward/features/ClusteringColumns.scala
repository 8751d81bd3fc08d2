package io.deltaward.features

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.text.Identifier

/** Looks up the columns of the domain `delta.clustering` in the schema (PROTOCOL.md, Clustered Table). */
object ClusteringColumns {
  private val mapper = new ObjectMapper()
  private val PhysicalName = "delta.columnMapping.physicalName"

  /**
   * Returns the columns that the schema does not have. Most statements on a table with such a column fail in Delta.
   *
   * @param schemaJson the schema as JSON text; if it is no schema, no column counts as missing
   * @param columns    paths of physical names, from the outermost column
   */
  def missing(schemaJson: String, columns: Seq[Seq[String]]): Seq[Seq[String]] =
    read(schemaJson).fold(Seq.empty[Seq[String]])(root => columns.filter(named(root, _).isEmpty))

  /**
   * Returns the columns by their names in the schema, quoted for SQL. Returns none if these equal the physical names,
   * as on a table created without column mapping. Delta reads such a clustering without column mapping, too.
   *
   * @param columns paths of physical names, from the outermost column
   */
  def byPhysicalNames(schemaJson: String, columns: Seq[Seq[String]]): Seq[String] = {
    val logical =
      read(schemaJson).fold(columns)(root => columns.map(path => named(root, path).getOrElse(path)))
    if (logical == columns) Nil else logical.map(_.map(Identifier.quoted).mkString("."))
  }

  private def read(schemaJson: String): Option[JsonNode] =
    Try(mapper.readTree(schemaJson)).toOption
      .filter(root => root != null && root.path("fields").isArray)

  /** Returns the logical names for a path of physical names; `None` if the schema does not have the path. */
  private def named(struct: JsonNode, path: Seq[String]): Option[Seq[String]] =
    path.headOption.fold(Option(Seq.empty[String])) { head =>
      for {
        field <- struct.path("fields").elements.asScala.find(physicalName(_) == head)
        inner <- named(field.path("type"), path.tail)
      } yield field.path("name").asText +: inner
    }

  private def physicalName(field: JsonNode): String =
    field.path("metadata").path(PhysicalName).asText(field.path("name").asText)
}
