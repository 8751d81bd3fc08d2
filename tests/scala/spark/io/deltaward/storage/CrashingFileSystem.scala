package io.deltaward.storage

import java.io.IOException
import java.net.URI

import scala.util.Try

import org.apache.hadoop.fs._
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.security.AccessControlException
import org.apache.hadoop.util.Progressable

/**
 * The local file system under the scheme `crash`. After a chosen change of a log, nothing reaches the disk any more.
 * The disk then holds what a killed process leaves: its cleanup has no effect either.
 */
class CrashingFileSystem extends FilterFileSystem(new CrashingFileSystem.Local) {
  import CrashingFileSystem._

  override def getScheme: String = Scheme

  override def create(
      path: Path,
      permission: FsPermission,
      overwrite: Boolean,
      bufferSize: Int,
      replication: Short,
      blockSize: Long,
      progress: Progressable
  ): FSDataOutputStream = {
    change(path)
    super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
  }

  override def rename(from: Path, to: Path): Boolean = {
    change(to)
    super.rename(from, to)
  }

  override def delete(path: Path, recursive: Boolean): Boolean = {
    change(path)
    super.delete(path, recursive)
  }
}

object CrashingFileSystem {
  val Scheme = "crash"

  private var left = Int.MaxValue
  private var crashed = false
  private var failure = () => new IOException("killed")

  /** The change at which a JVM of its own really dies, if this is one. */
  private lazy val halts = sys.props.get("deltaward.crash.at").map(_.toInt)

  /** A local path under the scheme. */
  def crashing(path: Path): Path = new Path(s"$Scheme://${path.toUri.getPath}")

  /** Lets this many changes of logs through while `body` runs. Returns whether there were more. */
  def crashAfter(changes: Int)(body: => Any): Boolean = {
    synchronized {
      left = changes
      crashed = false
    }
    val outcome = Try(body)
    synchronized { left = Int.MaxValue }
    if (!crashed) outcome.get
    crashed
  }

  /** Refuses every write while `body` runs. */
  def readOnly[A](body: => A): A = {
    synchronized {
      left = 0
      failure = () => new AccessControlException("Permission denied")
    }
    try body
    finally
      synchronized {
        left = Int.MaxValue
        failure = () => new IOException("killed")
      }
  }

  /** Fails every change after the crash, so that code which recovers from the first failure changes nothing either. */
  private def change(path: Path): Unit = synchronized {
    halts.filter(_ => left == Int.MaxValue).foreach(left = _)
    if (left == 0 && halts.isDefined) Runtime.getRuntime.halt(137)
    else if (left == 0) {
      crashed = true
      throw failure()
    } else if (path.toString.contains("/_delta_log/")) left -= 1
  }

  class Local extends QuickLocalFileSystem {
    override def getUri: URI = URI.create(s"$Scheme:///")
    override def getScheme: String = Scheme
  }
}
