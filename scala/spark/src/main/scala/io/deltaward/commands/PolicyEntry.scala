package io.deltaward.commands

/**
 * One text of a policy, in a [[ProtocolPolicyRow]].
 *
 * @param source where the text is set: `table`, `session`, `file`, `cluster`, or `lock` if only the lock keeps it in force
 * @param key    table property or setting that holds the text, or the policies file and line
 */
final case class PolicyEntry(source: String, key: String, value: String)
