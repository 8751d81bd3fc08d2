package io.deltaward.files

import java.nio.file.{Path, Paths}

import scala.annotation.tailrec
import scala.util.Try

/** Links of the local file system: a table can be written by each of its paths. */
object LocalLinks {

  private val Local = "file://"

  /** Where else a location is, as [[io.deltaward.policy.Location]] writes both; `None` where no link is on the way. */
  def target(location: String): Option[String] =
    Option(location).filter(_.startsWith(s"$Local/")).flatMap { local =>
      val named = local.stripPrefix(Local)
      Try(real(Paths.get(named), Nil)).toOption.map { path =>
        Local + path.toString.stripSuffix("/") + "/"
      }
    }.filter(_ != location)

  /** Of what is there: a table that is about to be made may be in a directory that is a link. */
  @tailrec
  private def real(path: Path, below: List[Path]): Path =
    Try(path.toRealPath()).toOption match {
      case Some(found) => below.foldLeft(found)(_ resolve _)
      case None if path.getParent == null => below.foldLeft(path)(_ resolve _)
      case None => real(path.getParent, path.getFileName :: below)
    }
}
