package io.deltaward.policy

/** A value in force, and where it comes from. */
final case class Decided[+A](value: A, source: Source)
