package io.deltaward.serializability.jvm

import java.io.PrintWriter
import java.lang.management.ManagementFactory
import java.util.concurrent.{ConcurrentHashMap, LinkedBlockingQueue, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger

import scala.io.Source
import scala.jdk.CollectionConverters._

import io.deltaward.serializability.schedule.Actor

/** Thrown if the other JVM has died or does not answer. A new one can be started. */
final class OtherJvmLost(why: String) extends IllegalStateException(s"the other JVM: $why")

/** A second JVM with its own Spark context. It shares the tables with this one, but no cache and no lock. */
final class OtherJvm private (process: Process) {

  private val numbers = new AtomicInteger
  private val answers = new ConcurrentHashMap[Int, LinkedBlockingQueue[Wire.Message]]
  private val in = new PrintWriter(process.getOutputStream, false)

  private val reader = new Thread(
    () =>
      try
        Source.fromInputStream(process.getInputStream).getLines().flatMap(Wire.read).foreach {
          case answer @ Wire.Stopped(number, _) => answersTo(number).put(answer)
          case answer @ Wire.Ended(number, _) => answersTo(number).put(answer)
          case _ => ()
        }
      catch { case _: java.io.IOException => () },
    "answers of the other JVM"
  )
  reader.setDaemon(true)
  reader.start()

  def isAlive: Boolean = process.isAlive

  def stop(): Unit = process.destroyForcibly(): Unit

  private[jvm] def newNumber(): Int = numbers.incrementAndGet()

  private[jvm] def tell(message: Wire.Message): Unit = in.synchronized {
    in.println(Wire.line(message))
    in.flush()
  }

  private[jvm] def ask(number: Int, message: Wire.Message): Wire.Message = {
    tell(message)
    val answer = Iterator
      .continually(answersTo(number).poll(1, TimeUnit.SECONDS))
      .take(OtherJvm.Seconds)
      .find(answer => answer != null || !isAlive)
      .flatMap(Option(_))
    answer.getOrElse {
      val why = if (isAlive) s"no answer to $message" else s"ended by ${process.exitValue}"
      stop()
      throw new OtherJvmLost(why)
    }
  }

  private[jvm] def forget(number: Int): Unit = answers.remove(number): Unit

  private def answersTo(number: Int): LinkedBlockingQueue[Wire.Message] =
    answers.computeIfAbsent(number, _ => new LinkedBlockingQueue)
}

object OtherJvm {

  /** Longer than an actor waits, so that the other JVM reports a stuck statement first. */
  private val Seconds = (Actor.Seconds + 30).toInt

  private var current: Option[OtherJvm] = None

  /** Returns the running JVM, or starts one. */
  def running: OtherJvm = synchronized {
    current.filter(_.isAlive).getOrElse {
      val jvm = start()
      current = Some(jvm)
      jvm
    }
  }

  def stop(): Unit = synchronized {
    current.foreach(_.stop())
    current = None
  }

  private def start(): OtherJvm = {
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSeq
      .filterNot(option => Heap.exists(option.startsWith))
    val main = OtherJvmMain.getClass.getName.stripSuffix("$")
    val command = (s"${System.getProperty("java.home")}/bin/java" +: options) ++
      Seq("-Xmx1g", "-cp", System.getProperty("java.class.path"), main)
    val builder = new ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.DISCARD)
    val process = builder.start()
    sys.addShutdownHook(process.destroyForcibly(): Unit): Unit
    new OtherJvm(process)
  }

  private val Heap = Seq("-Xmx", "-Xms", "-Xmn")
}
