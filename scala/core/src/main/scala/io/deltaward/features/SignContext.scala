package io.deltaward.features

/** A table as the signs see it; `schema` is `None` where its text is no schema. */
final private[features] case class SignContext(
    configuration: Map[String, String],
    schema: Option[SchemaTraces],
    traces: Traces
) {
  def isTrue(key: String): Boolean = configuration.get(key).exists(_.equalsIgnoreCase("true"))
}
