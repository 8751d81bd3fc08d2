package io.deltaward.log

/**
 * A sidecar, as the top level of a v2 checkpoint names it (PROTOCOL.md, Sidecar File Information).
 *
 * @param path relative to `_delta_log/_sidecars`, or absolute
 * @param size size in bytes
 */
final case class SidecarReference(path: String, size: Long) {
  def name: String = path.drop(path.lastIndexOf('/') + 1)
}
