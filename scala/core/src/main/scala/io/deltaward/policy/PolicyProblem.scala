package io.deltaward.policy

/** A policy that cannot be understood, or that could protect nothing. */
final case class PolicyProblem(key: String, value: String, problem: String) {

  /** [[problem]] as a sentence: it may end with one, such as a question. */
  def sentence: String =
    if (problem.endsWith("?") || problem.endsWith(".")) problem else s"$problem."

  def text: String = s"$key = '$value': $sentence"
}
