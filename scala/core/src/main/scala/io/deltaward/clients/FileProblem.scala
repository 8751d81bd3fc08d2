package io.deltaward.clients

/**
 * One thing that is wrong with a file in JSON or YAML.
 *
 * @param file    its name, as its reader gave it
 * @param path    where, as a JSON path: `$.releases[2].read.versions`
 * @param message what is wrong, and what is expected
 */
final case class FileProblem(file: String, path: String, message: String) {
  override def toString: String = s"$file: $path: $message"
}
