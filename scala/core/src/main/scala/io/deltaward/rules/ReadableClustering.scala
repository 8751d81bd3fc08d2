package io.deltaward.rules

import io.deltaward.features.TableDescriptor

/**
 * Refuses to remove column mapping from a clustered table. Delta would keep the physical names of the clustering columns,
 * which the schema would no longer have. Most statements on the table would then fail with `NoSuchElementException`.
 */
private[rules] object ReadableClustering {

  /** Statements that can remove column mapping and keep the clustering. RESTORE and REPLACE set their own clustering. */
  private val Statements = Set("DROP FEATURE", "SET TBLPROPERTIES", "UNSET TBLPROPERTIES")

  def planned(commit: Commit): Seq[Finding] =
    if (Statements(commit.operation)) lost(commit) else Nil

  def lost(commit: Commit): Seq[Finding] =
    if (
      commit.change != PropertyTreatment.Altering || !commit.before.exists(isMapped) ||
      isMapped(commit.after)
    )
      Nil
    else {
      val columns = commit.clusteringByPhysicalNames()
      if (columns.isEmpty) Nil
      else
        Seq(
          Finding(
            ValidProtocol.name,
            "CLUSTERING_UNREADABLE",
            Map("columns" -> columns.mkString(", "))
          )
        )
    }

  private def isMapped(table: TableDescriptor): Boolean =
    table.properties.get("delta.columnMapping.mode").exists(!_.equalsIgnoreCase("none"))
}
