package io.deltaward.concurrency.reads

import java.nio.file.{Files, FileVisitOption, Path => LocalPath, Paths}

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import org.apache.hadoop.fs.Path

/** The directory of a table. It can have several names: by links, or by another scheme for the same store. */
final class TableDirectory(val path: Path) {

  private lazy val own: LocalPath = TableDirectory.real(path)

  def is(other: Path): Boolean = TableDirectory.real(other) == own

  /** Checks whether a path is this directory or lies in it. */
  def holds(other: Path): Boolean = TableDirectory.real(other).startsWith(own)

  /** Checks whether one of the two directories lies in the other. */
  def meets(other: Path): Boolean = meets(TableDirectory.real(other))

  /** Checks whether a link under `other` leads to this directory, into it, or to a directory above it. */
  def isLinkedFrom(other: Path): Boolean = Try {
    val root = TableDirectory.real(other)
    TableDirectory.isLocal(other) && Files.isDirectory(root) &&
    Using.resource(Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      _.iterator().asScala.exists(file => Files.isSymbolicLink(file) && meets(file.toRealPath()))
    }
  }.getOrElse(true)

  private def meets(other: LocalPath): Boolean = other.startsWith(own) || own.startsWith(other)
}

object TableDirectory {

  /** Returns the path without its scheme. Resolves links if the file system is the local one. */
  private def real(path: Path): LocalPath = {
    val uri = path.toUri
    val named = Paths.get("/" + Option(uri.getAuthority).getOrElse(""), uri.getPath).normalize
    if (isLocal(path)) Try(named.toRealPath()).getOrElse(named) else named
  }

  private def isLocal(path: Path): Boolean = Option(path.toUri.getScheme).forall(_ == "file")
}
