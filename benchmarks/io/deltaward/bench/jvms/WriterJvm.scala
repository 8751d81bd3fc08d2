package io.deltaward.bench.jvms

import java.io.PrintWriter
import java.lang.management.ManagementFactory
import java.nio.file.Path

import scala.io.Source
import scala.jdk.CollectionConverters._

/** A JVM with a Spark context of its own. It shares only the tables with other JVMs. */
final class WriterJvm private (process: Process) {

  private val in = new PrintWriter(process.getOutputStream, true)
  private val answers =
    Source.fromInputStream(process.getInputStream).getLines().flatMap(Lines.read[Written](_))

  /** Sends the task to the JVM, and waits for its result. */
  def write(task: Task): Written = {
    in.println(Lines.encode(task))
    answers.nextOption().getOrElse(
      throw new IllegalStateException(s"a JVM of writers has ended by ${process.waitFor()}")
    )
  }

  def stop(): Unit = process.destroyForcibly().waitFor(): Unit
}

object WriterJvm {

  /** @param folder directory for what Spark writes beside the tables */
  def start(folder: Path): WriterJvm = {
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSeq
      .filterNot(option => Heap.exists(option.startsWith))
    val main = WriterJvmMain.getClass.getName.stripSuffix("$")
    val command = (s"${System.getProperty("java.home")}/bin/java" +: options) ++
      Seq(
        "-Xmx1g",
        QuickToStart,
        "-cp",
        System.getProperty("java.class.path"),
        main,
        folder.toString
      )
    val builder = new ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.DISCARD)
    val process = builder.start()
    sys.addShutdownHook(process.destroyForcibly(): Unit): Unit
    new WriterJvm(process)
  }

  /** Turns off the optimising compilers. Those of all JVMs would keep the machine busy longer than the writers do. */
  private val QuickToStart = "-XX:TieredStopAtLevel=1"

  private val Heap = Seq("-Xmx", "-Xms", "-Xmn")
}
