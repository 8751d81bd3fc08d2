package io.deltaward.storage

import java.net.URI

import org.apache.hadoop.fs._
import org.apache.hadoop.security.AccessControlException

/** The local file system under the scheme `deny`, where logs must not be listed, or their files not be opened, for a while. */
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
    super.listStatus(path)
  }
}

object DenyingFileSystem {
  val Scheme = "deny"

  object Right extends Enumeration {
    val List, Open = Value
  }

  @volatile private var denied = Option.empty[Right.Value]

  /** A local path under the scheme. */
  def denying(path: Path): Path = new Path(s"$Scheme://${path.toUri.getPath}")

  /** Nobody has this right on any log while `body` runs. */
  def without[A](right: Right.Value)(body: => A): A = {
    denied = Some(right)
    try body
    finally denied = None
  }

  private def check(right: Right.Value, path: Path): Unit =
    if (denied.contains(right) && path.toString.contains("/_delta_log"))
      throw new AccessControlException(s"Permission denied: $path")
}
