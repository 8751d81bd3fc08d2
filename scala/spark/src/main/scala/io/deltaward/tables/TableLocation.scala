package io.deltaward.tables

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.catalog.CatalogTable

/**
 * The location of a table.
 *
 * @param name     catalog name; `None` for a path
 * @param quoted   name as a statement can use it
 * @param location root of the table, which holds `_delta_log`
 * @param entry    entry of the catalog; a commit must carry it so that the catalog learns of the commit
 */
final case class TableLocation(
    name: Option[String],
    quoted: String,
    location: Path,
    entry: Option[CatalogTable] = None
)
