package io.deltaward.bench.jvms

import java.nio.file.Paths
import java.util.concurrent.{Callable, Executors}

import scala.io.Source
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.SparkSession

/** The main class of a JVM of writers: reads tasks and does them one after the other, until there are no more. */
object WriterJvmMain {

  def main(args: Array[String]): Unit = {
    val folder = Paths.get(args(0))
    val (plain, guarded) = (WriterSession.plain(folder), WriterSession.guarded(folder))
    Source.stdin.getLines().flatMap(Lines.read[Task](_)).foreach { task =>
      println(Lines.encode(written(if (task.guarded) guarded else plain, task)))
    }
    Runtime.getRuntime.halt(0)
  }

  /** Runs the task in new threads. The commit rules stay on a thread that has worked in a session that has them. */
  private def written(session: SparkSession, task: Task): Written = {
    val pool = Executors.newFixedThreadPool(task.keys.size)
    def work(key: Int): Callable[Seq[Update]] =
      () => Sampler.watched(new Writer(session.newSession(), task, key).updates)
    val sampler = new Sampler
    try {
      val updates = pool.invokeAll(task.keys.map(work).asJava).asScala.toSeq.flatMap(_.get)
      Written(updates, sampler.stop())
    } finally pool.shutdown()
  }
}
