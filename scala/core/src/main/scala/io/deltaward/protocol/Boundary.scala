package io.deltaward.protocol

/** The version before which `checkpointProtection` keeps the checkpoints of a table (rule C1). */
object Boundary {

  /** The feature without which the property has no effect. */
  val Feature = "checkpointProtection"

  val Property = "delta.requireCheckpointProtectionBeforeVersion"

  /** Returns the property's text, if the feature is supported and the property is set. */
  def stated(protocol: Protocol, properties: Map[String, String]): Option[String] =
    if (protocol.supportedFeatures(Feature)) properties.get(Property) else None

  /**
   * Returns the boundary, if the feature is supported. A property that is missing or not a number counts as 0, which
   * protects nothing.
   */
  def fromProperties(protocol: Protocol, properties: Map[String, String]): Option[Long] =
    Option.when(protocol.supportedFeatures(Feature))(
      stated(protocol, properties).flatMap(_.trim.toLongOption).getOrElse(0L)
    )
}
