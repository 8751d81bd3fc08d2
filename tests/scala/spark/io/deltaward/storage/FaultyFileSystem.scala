package io.deltaward.storage

import java.io.{ByteArrayOutputStream, OutputStream}
import java.net.URI
import java.util.concurrent.atomic.AtomicReference

import org.apache.hadoop.fs._
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.util.Progressable

/**
 * The local file system under the scheme `faulty`, with a fault of the test's choice around each change of a file. A
 * file's content arrives when the file is closed.
 */
class FaultyFileSystem extends FilterFileSystem(new FaultyFileSystem.Local) {
  import FaultyFileSystem._

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
    val file = current.get.around(Create(path)) {
      super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
    }
    new FSDataOutputStream(new WrittenAtOnce(path, file), null)
  }

  override def rename(from: Path, to: Path): Boolean =
    current.get.around(Rename(to))(super.rename(from, to))

  override def delete(path: Path, recursive: Boolean): Boolean =
    current.get.around(Delete(path))(super.delete(path, recursive))
}

object FaultyFileSystem {
  val Scheme = "faulty"

  sealed trait FileChange { def path: Path }
  final case class Create(path: Path) extends FileChange

  /** The write of all bytes of a created file, when it is closed. */
  final case class Write(path: Path) extends FileChange
  final case class Rename(path: Path) extends FileChange
  final case class Delete(path: Path) extends FileChange

  /** Decides what happens instead of a change. */
  trait Fault {
    def around[A](change: FileChange)(perform: => A): A
  }

  private object NoFault extends Fault {
    override def around[A](change: FileChange)(perform: => A): A = perform
  }

  private val current = new AtomicReference[Fault](NoFault)

  /** A local path under the scheme. */
  def faulty(path: Path): Path = new Path(s"$Scheme://${path.toUri.getPath}")

  def withFault[A](fault: Fault)(body: => A): A = {
    current.set(fault)
    try body
    finally current.set(NoFault)
  }

  class Local extends QuickLocalFileSystem {
    override def getUri: URI = URI.create(s"$Scheme:///")
    override def getScheme: String = Scheme
  }

  /** Writes all bytes when it is closed. A fault leaves the first half of them. */
  private class WrittenAtOnce(path: Path, file: OutputStream) extends OutputStream {
    private val bytes = new ByteArrayOutputStream
    private var open = true

    override def write(byte: Int): Unit = bytes.write(byte)
    override def write(from: Array[Byte], offset: Int, length: Int): Unit =
      bytes.write(from, offset, length)

    override def close(): Unit = if (open) {
      open = false
      val (first, second) = bytes.toByteArray.splitAt(bytes.size / 2)
      try {
        file.write(first)
        current.get.around(Write(path))(file.write(second))
      } finally file.close()
    }
  }
}
