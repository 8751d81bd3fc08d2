package io.deltaward.storage

import java.net.URI

import scala.collection.mutable.ArrayBuffer

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs._

/**
 * The local file system under the scheme `count`, which records the requests that an object store would bill:
 * `LIST`, `GET` for a file opened, `HEAD` for a status, `DELETE`, each with the name asked for, and the bytes read.
 */
class CountingFileSystem extends FilterFileSystem(new CountingFileSystem.Local) {
  import CountingFileSystem._

  override def getScheme: String = scheme

  override def listStatus(path: Path): Array[FileStatus] = {
    record("LIST", path)
    super.listStatus(path)
  }

  override def listStatusIterator(path: Path): RemoteIterator[FileStatus] = {
    record("LIST", path)
    super.listStatusIterator(path)
  }

  override def getFileStatus(path: Path): FileStatus = {
    record("HEAD", path)
    super.getFileStatus(path)
  }

  override def delete(path: Path, recursive: Boolean): Boolean = {
    record("DELETE", path)
    super.delete(path, recursive)
  }
}

object CountingFileSystem {
  private val scheme = "count"
  private val requests = ArrayBuffer.empty[String]
  private var bytes = 0L

  final case class Counted[A](result: A, requests: Seq[String], bytes: Long)

  /** Returns a configuration that knows the scheme. */
  def configure(conf: Configuration): Configuration = {
    val copy = new Configuration(conf)
    copy.set(s"fs.$scheme.impl", classOf[CountingFileSystem].getName)
    copy
  }

  /** A local path under the scheme. */
  def counted(path: Path): Path = new Path(s"$scheme://${path.toUri.getPath}")

  def count[A](body: => A): Counted[A] = synchronized {
    requests.clear()
    bytes = 0
    val result = body
    Counted(result, requests.toSeq, bytes)
  }

  private def record(kind: String, path: Path): Unit = requests += s"$kind ${path.getName}": Unit

  class Local extends RawLocalFileSystem {
    override def getUri: URI = URI.create(s"$scheme:///")
    override def getScheme: String = scheme

    /** Records the request here, since files opened with options do not pass the filter's method. */
    override def open(path: Path, bufferSize: Int): FSDataInputStream = {
      record("GET", path)
      new FSDataInputStream(new CountedStream(super.open(path, bufferSize)))
    }
  }

  private class CountedStream(in: FSDataInputStream) extends FSInputStream {
    private def counted(n: Int): Int = {
      bytes += math.max(0, n)
      n
    }
    override def read(): Int = { bytes += 1; in.read() }
    override def read(buffer: Array[Byte], offset: Int, length: Int): Int =
      counted(in.read(buffer, offset, length))
    override def read(position: Long, buffer: Array[Byte], offset: Int, length: Int): Int =
      counted(in.read(position, buffer, offset, length))
    override def seek(position: Long): Unit = in.seek(position)
    override def getPos: Long = in.getPos
    override def seekToNewSource(position: Long): Boolean = in.seekToNewSource(position)
    override def close(): Unit = in.close()
  }
}
