package io.deltaward.bench.jvms

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

/** Looks every few milliseconds at what the threads that are watched do, until it is stopped. */
final class Sampler {
  import Sampler._

  private val counts = scala.collection.mutable.Map.empty[String, Int].withDefaultValue(0)

  private val thread = new Thread(() =>
    try
      while (true) {
        Thread.sleep(EveryMilliseconds)
        watchedThreads.keySet.asScala.foreach(seen =>
          counts(Part.of(seen.getStackTrace.toSeq)) += 1
        )
      }
    catch { case _: InterruptedException => () }
  )
  thread.setDaemon(true)
  thread.start()

  def stop(): Map[String, Int] = {
    thread.interrupt()
    thread.join()
    counts.toMap
  }
}

object Sampler {

  private val EveryMilliseconds = 20L

  private val watchedThreads = new ConcurrentHashMap[Thread, Unit]

  /** This thread, while `body` runs. */
  def watched[A](body: => A): A = {
    watchedThreads.put(Thread.currentThread, ())
    try body
    finally watchedThreads.remove(Thread.currentThread): Unit
  }
}
