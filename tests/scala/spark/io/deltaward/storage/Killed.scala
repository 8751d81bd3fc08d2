package io.deltaward.storage

import java.io.IOException

import scala.util.Try

import io.deltaward.storage.FaultyFileSystem.{withFault, Change, Fault}

/** Once it was started, so many changes of files reach the disk and no more. */
final class Killed(after: Int, kill: () => Nothing) extends Fault {
  private var left = Option.empty[Int]
  private var struck = false

  private def start(): Unit = synchronized { left = Some(after) }

  override def around[A](change: Change)(perform: => A): A = synchronized {
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
   * Lets so many changes through from when `body` calls its argument, and none after, as if the process had been killed;
   * whether there were more.
   */
  def after(changes: Int)(body: (() => Unit) => Try[Any]): Boolean = {
    val killed = new Killed(changes, () => throw new IOException("killed"))
    val outcome = withFault(killed)(body(() => killed.start()))
    if (!killed.struck) outcome.get
    killed.struck
  }

  /** Kills the process indeed. */
  def processAfter(changes: Int)(body: (() => Unit) => Any): Any = {
    val killed = new Killed(changes, () => halt())
    withFault(killed)(body(() => killed.start()))
  }

  private def halt(): Nothing = {
    Runtime.getRuntime.halt(137)
    throw new IllegalStateException("not halted")
  }
}
