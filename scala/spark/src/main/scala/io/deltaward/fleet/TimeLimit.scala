package io.deltaward.fleet

import java.util.concurrent.{Callable, ExecutionException, Executors, TimeoutException, TimeUnit}

/** Stops waiting for work that takes too long, such as a request to a store that does not answer. */
object TimeLimit {

  private lazy val threads = Executors.newCachedThreadPool { (work: Runnable) =>
    val thread = new Thread(work, "deltaward-fleet")
    thread.setDaemon(true)
    thread
  }

  /** Runs work in another thread and returns its result, or `None` after the given time. Throws what the work throws. */
  def run[A](milliseconds: Long)(work: => A): Option[A] = {
    val task: Callable[A] = () => work
    val result = threads.submit(task)
    try Some(result.get(milliseconds, TimeUnit.MILLISECONDS))
    catch {
      case _: TimeoutException =>
        result.cancel(true)
        None
      case failed: ExecutionException => throw failed.getCause
    }
  }
}
