package io.deltaward.storage

import java.io.IOException
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

import org.apache.hadoop.fs.{FileAlreadyExistsException, Path}

import io.deltaward.storage.FaultyFileSystem._

/**
 * Faults of a store at the files of one commit, each once. A log store writes a temporary file, and then renames it
 * to the commit's name.
 */
object CommitFault {

  def beforeWriting(version: Long): Fault =
    new Instead({ case Create(path) => isBeside(path, version); case _ => false }, silence)

  def halfWritten(version: Long): Fault =
    new Instead({ case Write(path) => isBeside(path, version); case _ => false }, silence)

  def beforeNaming(version: Long): Fault = new Instead(names(_, version), silence)

  /** Writes the commit, and does not tell its writer. */
  def answerLost(version: Long): Fault = new Afterwards(names(_, version), silence)

  /** Writes the commit. The store tries again, and finds that a commit is there. */
  def foundByRetry(version: Long): Fault =
    new Afterwards(names(_, version), new FileAlreadyExistsException("a commit is there"))

  /** Fails at the second deletion vector. A statement writes the first one, and its resolution the second. */
  def secondDeletionVector: Fault = {
    val written = new AtomicInteger
    new Instead(
      {
        case Create(path) => path.getName.endsWith(".bin") && written.incrementAndGet() == 2
        case _ => false
      },
      silence
    )
  }

  private def silence: IOException = new IOException("the store does not answer")

  private def names(change: FileChange, version: Long): Boolean = change match {
    case Rename(path) => path.getName == LogSurgery.commitName(version)
    case _ => false
  }

  private def isBeside(path: Path, version: Long): Boolean =
    path.getName.startsWith(s".${LogSurgery.commitName(version)}")

  private class Instead(at: FileChange => Boolean, error: IOException) extends Fault {
    private val left = new AtomicBoolean(true)

    override def around[A](change: FileChange)(perform: => A): A =
      if (at(change) && left.getAndSet(false)) throw error else perform
  }

  private class Afterwards(at: FileChange => Boolean, error: IOException) extends Fault {
    private val left = new AtomicBoolean(true)

    override def around[A](change: FileChange)(perform: => A): A = {
      val done = perform
      if (at(change) && left.getAndSet(false)) throw error else done
    }
  }
}
