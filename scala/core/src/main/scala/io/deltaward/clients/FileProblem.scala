package io.deltaward.clients

/**
 * A problem in a JSON or YAML file.
 *
 * @param file    name of the file, as its reader gave it
 * @param path    place of the problem, as a JSON path: `$.releases[2].read.versions`
 * @param message the problem, and what is expected instead
 */
final case class FileProblem(file: String, path: String, message: String) {
  override def toString: String = s"$file: $path: $message"
}
