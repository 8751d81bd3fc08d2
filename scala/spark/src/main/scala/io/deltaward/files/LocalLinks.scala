package io.deltaward.files

import java.nio.file.{Path, Paths}

import scala.annotation.tailrec
import scala.util.Try

/** Resolves links of the local file system. A table can be written through each of its paths. */
object LocalLinks {

  private val Local = "file://"

  /**
   * Returns the location behind the links in a path, or `None` if the path has none. Both are written as
   * [[io.deltaward.policy.Location]] writes them.
   */
  def target(location: String): Option[String] =
    Option(location).filter(_.startsWith(s"$Local/")).flatMap { local =>
      val named = local.stripPrefix(Local)
      Try(real(Paths.get(named), Nil)).toOption.map { path =>
        Local + path.toString.stripSuffix("/") + "/"
      }
    }.filter(_ != location)

  /** Resolves the part of a path that exists. A statement may be about to create a table below a linked directory. */
  @tailrec
  private def real(path: Path, below: List[Path]): Path =
    Try(path.toRealPath()).toOption match {
      case Some(found) => below.foldLeft(found)(_ resolve _)
      case None if path.getParent == null => below.foldLeft(path)(_ resolve _)
      case None => real(path.getParent, path.getFileName :: below)
    }
}
