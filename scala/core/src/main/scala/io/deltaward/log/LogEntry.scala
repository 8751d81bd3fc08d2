package io.deltaward.log

/**
 * One file of a listing.
 *
 * @param size             size in bytes
 * @param modificationTime milliseconds since the epoch
 */
final case class LogEntry(name: String, size: Long, modificationTime: Long)
