package io.deltaward.rules

import io.deltaward.protocol.ProtocolProblem

/**
 * The objection of a rule to a commit.
 *
 * @param rule       name of the rule, as in `spark.deltaward.rule.<name>.mode`
 * @param condition  sub-condition of `DELTAWARD_COMMIT_REFUSED`
 * @param parameters parameters of the condition's message, besides table and operation
 * @param problems   what makes the protocol invalid, if that is the reason
 */
final case class Finding(
    rule: String,
    condition: String,
    parameters: Map[String, String],
    problems: Seq[ProtocolProblem] = Nil
)
