package io.deltaward.policy

/** A policy that is invalid, or that would protect nothing. */
final case class PolicyProblem(key: String, value: String, problem: String) {

  /** Returns [[problem]] as a sentence. Adds a full stop unless it ends with one or with a question mark. */
  def sentence: String =
    if (problem.endsWith("?") || problem.endsWith(".")) problem else s"$problem."

  def text: String = s"$key = '$value': $sentence"
}
