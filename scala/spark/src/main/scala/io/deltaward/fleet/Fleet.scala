package io.deltaward.fleet

import io.deltaward.policy.FullName
import io.deltaward.tables.TableName

/** The tables that a statement on many of them is about. */
sealed trait Fleet

object Fleet {

  /** `PATH '/lake'`: all tables below a directory, itself included. */
  final case class InPath(path: String) extends Fleet

  /** `SCHEMA sales`, with its catalog before it or not. */
  final case class InSchema(parts: Seq[String]) extends Fleet

  /** `CATALOG main`: the tables of all its schemas. */
  final case class InCatalog(name: String) extends Fleet

  /** `TABLES (orders, delta.`/lake/visits`)`: these, each once. */
  final case class Named(tables: Seq[TableName]) extends Fleet
}

/**
 * Where a table is, or where tables may be.
 *
 * @param name   the catalog name, `None` for a path
 * @param quoted the table as a statement can use it
 * @param kind   whether tables are searched for below the path
 * @param names  those that policies of a file can know the table by
 */
final case class Place(
    name: Option[String],
    quoted: String,
    path: String,
    kind: Place.Kind,
    names: Seq[FullName] = Nil
)

object Place {
  sealed trait Kind

  /** Known to be a table. */
  case object Table extends Kind

  /** Perhaps a table, else a directory of tables. */
  case object Directory extends Kind

  /** Of which the catalog itself gave no location, for this reason. */
  final case class Nowhere(condition: Option[String], message: String) extends Kind
}
