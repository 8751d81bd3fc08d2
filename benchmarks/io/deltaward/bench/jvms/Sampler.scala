package io.deltaward.bench.jvms

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

/** Samples every few milliseconds what the watched threads do, until it is stopped. */
final class Sampler {
  import Sampler._

  private val counts = scala.collection.mutable.Map.empty[String, Int].withDefaultValue(0)

  private val thread = new Thread(() =>
    try
      while (true) {
        Thread.sleep(EveryMilliseconds)
        watchedThreads.keySet.asScala.foreach(seen =>
          counts(Part.classify(seen.getStackTrace.toSeq)) += 1
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

  /** Watches this thread while `body` runs. */
  def watched[A](body: => A): A = {
    watchedThreads.put(Thread.currentThread, ())
    try body
    finally watchedThreads.remove(Thread.currentThread): Unit
  }
}
