package io.deltaward.log

/**
 * A live data file, as the log lists it.
 *
 * @param path       path in the log
 * @param statistics JSON of its `stats`, if it has any
 */
final case class ListedFile(path: String, statistics: Option[String])
