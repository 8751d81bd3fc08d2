package io.deltaward.features

/** The input of a sign: a table's properties, schema and traces. `schema` is `None` if its text is no schema. */
final private[features] case class SignContext(
    configuration: Map[String, String],
    schema: Option[SchemaTraces],
    traces: Traces
) {
  def isTrue(key: String): Boolean = configuration.get(key).exists(_.equalsIgnoreCase("true"))
}
