package io.deltaward.serializability.jvm

import java.util.concurrent.{ConcurrentHashMap, Executors}
import java.util.concurrent.atomic.AtomicInteger

import scala.io.Source
import scala.util.Try

import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.serializability.Side
import io.deltaward.serializability.schedule.HeldActor

/** The main class of the other JVM. Runs statements as messages on standard input ask, until the input ends. */
object OtherJvmMain {

  private val actors = new ConcurrentHashMap[Int, HeldActor]
  private val released = new AtomicInteger
  private val out = System.out

  def main(args: Array[String]): Unit = {
    val pool = Executors.newCachedThreadPool()
    Side.Plain.session().sparkContext.setLogLevel("OFF")
    Source.stdin.getLines().flatMap(Wire.read).foreach { message =>
      pool.execute(() => answer(message).foreach(say))
    }
    // Nobody waits for statements that still run.
    Runtime.getRuntime.halt(0)
  }

  private def answer(message: Wire.Message): Option[Wire.Message] = message match {
    case Wire.Analyse(number, task) => Some(stopped(number)(known(number, task).analyse()))
    case Wire.Start(number, task) => Some(stopped(number)(known(number, task).start()))
    case Wire.Attempt(number) => Some(stopped(number)(actors.get(number).attempt()))
    case Wire.Release(number) =>
      val ended = Wire.Ended(number, Try(actors.remove(number)).flatMap(_.release()))
      if (released.incrementAndGet() % TablesKept == 0) DeltaLog.clearCache()
      Some(ended)
    case Wire.Abandon(number) =>
      Option(actors.remove(number)).foreach(_.abandon())
      None
    case _ => None
  }

  private def known(number: Int, task: Wire.Task): HeldActor = actors.computeIfAbsent(
    number,
    _ => new HeldActor(Side.named(task.side).session(task.settings), task.statement)
  )

  private def stopped(number: Int)(run: => Unit): Wire.Message =
    Wire.Stopped(number, Try(run).failed.toOption.map(_.toString))

  /** Number of statements after which Delta's cache is cleared, since this JVM is not told when a table is deleted. */
  private val TablesKept = 200

  private def say(message: Wire.Message): Unit = out.synchronized {
    out.println(Wire.line(message))
    out.flush()
  }
}
