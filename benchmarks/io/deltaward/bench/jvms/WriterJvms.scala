package io.deltaward.bench.jvms

import java.nio.file.Path
import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._

/**
 * @param seconds time from sending the task until the last JVM was done
 * @param profile how often a thread of the first JVM was found in each part of the work
 */
final case class Fared(updates: Seq[Update], seconds: Double, profile: Map[String, Int]) {
  def done: Seq[Update] = updates.filter(_.isDone)
  def perSecond: Double = done.size / seconds
  def failures: Seq[String] = updates.flatMap(_.failures)
}

/** JVMs of writers that work on one table at the same time. */
final class WriterJvms(number: Int, folder: Path) {

  private val pool = Executors.newFixedThreadPool(number)
  private val jvms = (1 to number).map(i => WriterJvm.start(folder.resolve(s"jvm-$i")))

  /** Runs writers in the first `of` JVMs, with `threads` threads each. The first writer has key 0. */
  def write(
      guarded: Boolean,
      table: Path,
      of: Int,
      threads: Int,
      rounds: Int,
      seconds: Int
  ): Fared =
    written((0 until of).map(i =>
      jvm(i, Task(guarded, table.toString, keys(i, threads), rounds, seconds))
    ))

  def stop(): Unit = {
    jvms.foreach(_.stop())
    pool.shutdownNow(): Unit
  }

  private def keys(jvm: Int, threads: Int): Seq[Int] = jvm * threads until (jvm + 1) * threads

  private def jvm(i: Int, task: Task): Callable[Written] = () => jvms(i).write(task)

  private def written(work: Seq[Callable[Written]]): Fared = {
    val start = System.nanoTime()
    val all = pool.invokeAll(work.asJava).asScala.toSeq.map(_.get)
    Fared(all.flatMap(_.updates), (System.nanoTime() - start) / 1e9, all.head.samples)
  }
}
