package io.deltaward.rules

import io.deltaward.protocol.ProtocolProblem

/**
 * Why a rule objects to a commit.
 *
 * @param rule       the rule's name, as in `spark.deltaward.rule.<name>.mode`
 * @param condition  the sub-condition of `DELTAWARD_COMMIT_REFUSED`
 * @param parameters what its message needs, besides table and operation
 * @param problems   what makes the protocol invalid, where that is the reason
 */
final case class Finding(
    rule: String,
    condition: String,
    parameters: Map[String, String],
    problems: Seq[ProtocolProblem] = Nil
)
