package io.deltaward.policy

/** A value in force, and its source. */
final case class Decided[+A](value: A, source: Source)
