package io.deltaward.tables

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable

/**
 * Where a table is.
 *
 * @param name     the catalog name, `None` for a path
 * @param quoted   the name as a statement can use it
 * @param location the root of the table, where `_delta_log` is
 * @param entry    the catalog's entry, which a commit must carry so that the catalog learns of it
 */
final case class TableLocation(
    name: Option[String],
    quoted: String,
    location: Path,
    entry: Option[CatalogTable] = None
)
