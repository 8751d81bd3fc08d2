package io.deltaward.drops

import io.deltaward.names.Identifier

/**
 * Why Delta, or a commit rule, refuses a drop before it changes anything.
 *
 * @param condition the error condition
 * @param why       its message
 * @param remedies  statements to run first
 */
final case class Refusal(condition: String, why: String, remedies: Seq[String] = Nil)

object Refusal {

  /**
   * Delta's removal of column mapping would break a clustered table.
   *
   * @param table   as SQL needs it
   * @param columns as SQL needs them
   */
  def unreadableClustering(table: String, columns: Seq[String]): Refusal = Refusal(
    "DELTAWARD_COMMIT_REFUSED.CLUSTERING_UNREADABLE",
    s"The table is clustered by ${columns.mkString(", ")}. Without column mapping Delta could not read the clustering any more. " +
      s"Run CLUSTER BY NONE first. Cluster again after the drop: ALTER TABLE $table CLUSTER BY (${columns.mkString(", ")}).",
    Seq(s"ALTER TABLE $table CLUSTER BY NONE")
  )

  /** @param table as SQL needs it */
  def dropConstraints(table: String, names: Seq[String]): Seq[String] =
    dropConstraints(names).map(step => s"ALTER TABLE $table $step")

  /** What the statements say after `ALTER TABLE name`. */
  def dropConstraints(names: Seq[String]): Seq[String] =
    names.sorted.map(name => s"DROP CONSTRAINT ${Identifier.quoted(name)}")
}
