package io.deltaward.protocol

/** The version before which `checkpointProtection` keeps the checkpoints of a table (rule C1). */
object Boundary {

  /** Without it the property says nothing. */
  val Feature = "checkpointProtection"

  val Property = "delta.requireCheckpointProtectionBeforeVersion"

  /** The property as it stands, where the feature is supported and the property is set. */
  def stated(protocol: Protocol, properties: Map[String, String]): Option[String] =
    if (protocol.supportedFeatures(Feature)) properties.get(Property) else None

  /** Where the feature is supported. A property that is no number protects nothing that could be named: 0. */
  def of(protocol: Protocol, properties: Map[String, String]): Option[Long] =
    Option.when(protocol.supportedFeatures(Feature))(
      stated(protocol, properties).flatMap(_.trim.toLongOption).getOrElse(0L)
    )
}
