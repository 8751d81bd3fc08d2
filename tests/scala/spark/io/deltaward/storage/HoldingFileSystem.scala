package io.deltaward.storage

import java.net.URI
import java.util.concurrent.CountDownLatch

import scala.concurrent.{Future, Promise}

import org.apache.hadoop.fs.{FSDataInputStream, Path}

/** The local file system under the scheme `hold`, which can make threads wait before they open data files. */
class HoldingFileSystem extends QuickLocalFileSystem {
  import HoldingFileSystem._

  override def getUri: URI = URI.create(s"$Scheme:///")

  override def getScheme: String = Scheme

  override def open(path: Path, bufferSize: Int): FSDataInputStream = {
    held.filter(_ => path.getName.endsWith(".parquet")).foreach(_.await())
    super.open(path, bufferSize)
  }
}

object HoldingFileSystem {
  val Scheme = "hold"

  /** A gate in front of the data files. */
  final class Hold {
    private val first = Promise[Unit]()
    private val gate = new CountDownLatch(1)

    /** Completes when someone waits at the gate. */
    def reached: Future[Unit] = first.future

    private[HoldingFileSystem] def await(): Unit = {
      first.trySuccess(())
      gate.await()
    }

    private[HoldingFileSystem] def open(): Unit = gate.countDown()
  }

  @volatile private var held = Option.empty[Hold]

  /** A local path under the scheme. */
  def holding(path: Path): Path = new Path(s"$Scheme://${path.toUri.getPath}")

  /** Makes every thread wait that opens a data file from now on. */
  def hold(): Hold = {
    val hold = new Hold
    held = Some(hold)
    hold
  }

  def release(): Unit = {
    held.foreach(_.open())
    held = None
  }
}
