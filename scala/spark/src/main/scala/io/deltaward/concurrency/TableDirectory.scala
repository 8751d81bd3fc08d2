package io.deltaward.concurrency

import java.nio.file.{Path => LocalPath, Paths}

import scala.util.Try

import org.apache.hadoop.fs.Path

/** The directory of a table, which can have more names than one: by links, or by another scheme for the same store. */
final class TableDirectory(val path: Path) {

  private lazy val own: LocalPath = TableDirectory.real(path)

  def is(other: Path): Boolean = TableDirectory.real(other) == own

  /** Whether something lies in it, or is it. */
  def holds(other: Path): Boolean = TableDirectory.real(other).startsWith(own)

  /** Whether one lies in the other. */
  def meets(other: Path): Boolean = holds(other) || own.startsWith(TableDirectory.real(other))
}

object TableDirectory {

  /** Without the scheme, and without links where the file system is the local one. */
  private def real(path: Path): LocalPath = {
    val uri = path.toUri
    val named = Paths.get("/" + Option(uri.getAuthority).getOrElse(""), uri.getPath).normalize
    val isLocal = uri.getScheme == null || uri.getScheme == "file"
    if (isLocal) Try(named.toRealPath()).getOrElse(named) else named
  }
}
