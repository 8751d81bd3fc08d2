package io.deltaward.protocol

/** The protocol versions that a statement sets as table properties. They only ever raise the protocol (rule P6). */
object AskedVersions {

  /**
   * Returns a sentence for each requested version that is lower than the version after the statement.
   *
   * @param properties table properties that the statement sets
   * @param reader     `minReaderVersion` after the statement
   * @param writer     `minWriterVersion` after the statement
   */
  def unheeded(properties: Map[String, String], reader: Int, writer: Int): Seq[String] =
    for {
      (name, version) <- Seq("minReaderVersion" -> reader, "minWriterVersion" -> writer)
      (key, text) <- properties.find(_._1.equalsIgnoreCase(s"delta.$name"))
      asked <- text.trim.toIntOption
      if asked < version
    } yield s"$key = $asked neither lowers the protocol nor keeps it low: $name will be $version. " +
      "Only dropping features lowers it."
}
