package io.deltaward.log

import com.fasterxml.jackson.databind.json.JsonMapper

/** Reads the sidecars from the top level of a v2 checkpoint in JSON. */
object SidecarLines {

  private val mapper = JsonMapper.builder.build()

  /** @param lines lines of a file that [[ActionLines]] has read */
  def read(lines: Seq[String]): Seq[SidecarReference] = lines
    .filterNot(_.isBlank)
    .map(mapper.readTree(_).path("sidecar"))
    .filter(_.path("path").isTextual)
    .map(sidecar =>
      SidecarReference(sidecar.path("path").asText, sidecar.path("sizeInBytes").asLong)
    )
}
