package io.deltaward.protocol

/** Versions of the protocol that a statement asks for by table property. They only ever raise it (rule P6). */
object AskedVersions {

  /**
   * A sentence for each that is lower than what the statement leads to.
   *
   * @param properties those that it sets
   * @param reader     `minReaderVersion` that it leads to
   * @param writer     `minWriterVersion`
   */
  def unheeded(properties: Map[String, String], reader: Int, writer: Int): Seq[String] =
    for {
      (name, version) <- Seq("minReaderVersion" -> reader, "minWriterVersion" -> writer)
      (key, text) <- properties.find(_._1.equalsIgnoreCase(s"delta.$name"))
      asked <- text.trim.toIntOption
      if asked < version
    } yield s"$key = $asked neither lowers the protocol nor keeps it from going up: $name will be $version. " +
      "Only dropping features lowers it."
}
