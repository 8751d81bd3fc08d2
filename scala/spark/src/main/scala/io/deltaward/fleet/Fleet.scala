package io.deltaward.fleet

import io.deltaward.policy.FullName
import io.deltaward.tables.TableName

/** The tables that a statement on many tables covers. */
sealed trait Fleet

object Fleet {

  /** `PATH '/lake'`: all tables below a directory, itself included. */
  final case class InPath(path: String) extends Fleet

  /** `SCHEMA sales` or `SCHEMA main.sales`: the tables of a schema, with or without the name of its catalog. */
  final case class InSchema(parts: Seq[String]) extends Fleet

  /** `CATALOG main`: the tables of all its schemas. */
  final case class InCatalog(name: String) extends Fleet

  /** `TABLES (orders, delta.`/lake/visits`)`: the listed tables, each once. */
  final case class Named(tables: Seq[TableName]) extends Fleet
}

/**
 * The location of a table, or of a directory that may hold tables.
 *
 * @param name   catalog name; `None` for a path
 * @param quoted table as a statement can use it
 * @param kind   whether to search for tables below the path
 * @param names  names by which a policies file can know the table
 */
final case class FleetPlace(
    name: Option[String],
    quoted: String,
    path: String,
    kind: FleetPlace.Kind,
    names: Seq[FullName] = Nil
)

object FleetPlace {
  sealed trait Kind

  /** The path is a table. */
  case object Table extends Kind

  /** The path may be a table, or a directory of tables. */
  case object Directory extends Kind

  /** The catalog gave no location, for this reason. */
  final case class Nowhere(condition: Option[String], message: String) extends Kind
}
