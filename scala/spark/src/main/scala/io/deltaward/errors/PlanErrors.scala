package io.deltaward.errors

import io.deltaward.clients.Access
import io.deltaward.drops.DropStep
import io.deltaward.log.LogProblem

/** The errors of statements that change tables. */
object PlanErrors {

  def notOffered(client: String, access: Access): DeltawardAnalysisException =
    cannot("NOT_OFFERED", client, "access" -> access.toString)

  def noEvidence(client: String, reasons: Seq[String]): DeltawardAnalysisException =
    cannot("NO_EVIDENCE", client, "reason" -> reasons.mkString("; "))

  /** Not even a table without any feature would do. */
  def notTheTable(client: String): DeltawardAnalysisException = cannot("NOT_THE_TABLE", client)

  /** @param copy a statement that makes a copy without the features; `None` where there is none */
  def notDroppable(
      client: String,
      features: Seq[String],
      copy: Option[String]
  ): DeltawardAnalysisException =
    cannot(
      "NOT_DROPPABLE",
      client,
      "features" -> features.mkString(", "),
      "hint" ->
        copy.fold("A copy of the table would need them too.")(sql => s"Copy it instead: $sql")
    )

  def dropRefused(
      client: String,
      feature: String,
      refused: DropStep
  ): DeltawardAnalysisException =
    cannot(
      "DROP_REFUSED",
      client,
      "feature" -> feature,
      "cause" -> refused.description,
      "hint" -> refused.statement.fold("")(sql => s"Run first: $sql")
    )

  /** @param problem what a cleanup of the log would do */
  def protectedHistory(client: String, problem: String): DeltawardAnalysisException =
    cannot("PROTECTED_HISTORY", client, "problem" -> problem)

  def stale(table: String, statement: String): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_STALE_PLAN",
      Map("table" -> table, "statement" -> statement)
    )

  def notReadable(table: String, cause: Throwable): DeltawardAnalysisException =
    Errors.notReadable(
      LogProblem.NotReadable("_delta_log", String.valueOf(cause.getMessage)),
      table
    )

  def notWritable(table: String, cause: Throwable): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_TABLE_NOT_WRITABLE",
      Map("table" -> table, "cause" -> String.valueOf(cause.getMessage))
    )

  private def cannot(
      condition: String,
      client: String,
      parameters: (String, String)*
  ): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      s"DELTAWARD_CANNOT_MAKE_COMPATIBLE.$condition",
      parameters.toMap + ("client" -> client)
    )
}
