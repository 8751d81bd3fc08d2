package io.deltaward.drops

/**
 * Why Delta refuses a drop before it changes anything.
 *
 * @param condition Delta's error condition
 * @param why       its message
 * @param remedies  statements to run first
 */
final case class Refusal(condition: String, why: String, remedies: Seq[String] = Nil)
