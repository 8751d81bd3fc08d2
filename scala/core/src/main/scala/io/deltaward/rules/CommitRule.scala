package io.deltaward.rules

import io.deltaward.protocol.Protocol

/** One thing that a commit must not do. Pure: it sees values, and says what it found. */
trait CommitRule {

  /** The part `<name>` of `spark.deltaward.rule.<name>.mode` and of the table property `deltaward.rule.<name>.mode`. */
  def name: String

  /** What is wrong with `commit`; empty when nothing is. */
  def check(commit: Commit): Seq[Finding]

  /** What is wrong already before data is written, when neither the operation nor the final actions are known. */
  def checkPlanned(commit: Commit): Seq[Finding] = Nil

  /** The protocol to write in place of the commit's own, for a rule that mends instead of refusing. */
  def amend(protocol: Protocol): Protocol = protocol
}

object CommitRule {

  /** Every rule, in the order in which findings are reported. */
  val all: Seq[CommitRule] = Seq(ValidProtocol, CheckpointProtection, LowestProtocolRule)

  def propertyKey(name: String): String = s"deltaward.rule.$name.mode"
}
