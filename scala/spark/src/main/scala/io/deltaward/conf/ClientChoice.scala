package io.deltaward.conf

/** A client as a statement names it: `'name' ['version']`. */
final case class ClientChoice(name: String, version: Option[String])
