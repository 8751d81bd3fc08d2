package io.deltaward.storage

import java.io.IOException

import scala.util.Try

import io.deltaward.storage.FaultyFileSystem.{withFault, Fault, FileChange}

/** Lets `after` changes of files reach the disk once it has started, and no more. */
final class Killed(after: Int, kill: () => Nothing) extends Fault {
  private var left = Option.empty[Int]
  private var struck = false

  private def start(): Unit = synchronized { left = Some(after) }

  override def around[A](change: FileChange)(perform: => A): A = synchronized {
    if (left.contains(0)) {
      struck = true
      kill()
    }
    left = left.map(_ - 1)
    perform
  }
}

object Killed {

  /**
   * Lets this many changes through after `body` calls its argument, and none after them, as if the process had been
   * killed. Returns whether there were more.
   */
  def after(changes: Int)(body: (() => Unit) => Try[Any]): Boolean = {
    val killed = new Killed(changes, () => throw new IOException("killed"))
    val outcome = withFault(killed)(body(() => killed.start()))
    if (!killed.struck) outcome.get
    killed.struck
  }

  /** Really kills the process after this many changes. */
  def processAfter(changes: Int)(body: (() => Unit) => Any): Any = {
    val killed = new Killed(changes, () => halt())
    withFault(killed)(body(() => killed.start()))
  }

  private def halt(): Nothing = {
    Runtime.getRuntime.halt(137)
    throw new IllegalStateException("not halted")
  }
}
