package io.deltaward.storage

import java.io.FileNotFoundException
import java.net.URI

import org.apache.hadoop.fs._
import org.apache.hadoop.security.AccessControlException

/** The local file system under the scheme `deny`, which denies a right for a while. */
class DenyingFileSystem extends QuickLocalFileSystem {
  import DenyingFileSystem._

  override def getUri: URI = URI.create(s"$Scheme:///")

  override def getScheme: String = Scheme

  override def open(path: Path, bufferSize: Int): FSDataInputStream = {
    check(Right.Open, path)
    super.open(path, bufferSize)
  }

  override def listStatus(path: Path): Array[FileStatus] = {
    check(Right.List, path)
    checkEntering(path)
    super.listStatus(path)
  }
}

object DenyingFileSystem {
  val Scheme = "deny"

  object Right extends Enumeration {

    /** The rights to list a log, to open its files, and to enter the directory of a table. */
    val List, Open, Enter = Value
  }

  @volatile private var denied = Option.empty[Right.Value]

  /** A local path under the scheme. */
  def denying(path: Path): Path = new Path(s"$Scheme://${path.toUri.getPath}")

  /** Denies this right on every log while `body` runs. */
  def withoutRight[A](right: Right.Value)(body: => A): A = {
    denied = Some(right)
    try body
    finally denied = None
  }

  private def check(right: Right.Value, path: Path): Unit =
    if (denied.contains(right) && path.toString.contains("/_delta_log"))
      throw new AccessControlException(s"Permission denied: $path")

  /** Fails as the local file system does for a user who may not enter the directory. */
  private def checkEntering(path: Path): Unit =
    if (denied.contains(Right.Enter))
      throw if (path.getName == "_delta_log") new FileNotFoundException(path.toString)
      else new AccessControlException(s"Permission denied: $path")
}
