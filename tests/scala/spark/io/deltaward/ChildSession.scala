package io.deltaward

import java.lang.management.ManagementFactory
import java.nio.file.Files

import scala.jdk.CollectionConverters._
import scala.sys.process.{Process, ProcessLogger}

import org.scalatest.Suite

import io.deltaward.session.SessionProbe

/**
 * @param code    exit code of the process
 * @param answers first line of the answer to each statement
 */
final case class Ended(code: Int, answers: Seq[String], output: Seq[String])

/** Runs sessions in JVMs of their own. */
trait ChildSession extends DeltaSession { self: Suite =>

  val bothExtensions: String =
    "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension," +
      "io.deltaward.DeltawardSparkSessionExtension"

  val deltaCatalog: String =
    "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog"

  /**
   * @param properties system properties of the JVM, as `key=value`
   * @param settings   settings of the session, as `key=value`
   */
  def runApart(properties: Seq[String], settings: Seq[String])(statements: String*): Ended =
    runApart(SessionProbe.getClass, properties, settings)(statements: _*)

  /** The class path of this JVM. */
  def ownClassPath: String = System.getProperty("java.class.path")

  /** @param probe object with a main method that takes the settings, `--`, and the arguments */
  def runApart(
      probe: Class[_],
      properties: Seq[String],
      settings: Seq[String],
      classPath: String = ownClassPath
  )(arguments: String*): Ended = {
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala ++ QuickToStart
    val java = s"${System.getProperty("java.home")}/bin/java"
    val main = probe.getName.stripSuffix("$")
    val warehouse = s"spark.sql.warehouse.dir=${temporaryDirectory().toUri}"
    val command = (java +: options.toSeq) ++ properties.map("-D" + _) ++ Seq("-cp", classPath) ++
      (main +: warehouse +: settings) ++ ("--" +: arguments)
    val output = Vector.newBuilder[String]
    val directory = Files.createDirectories(temporaryDirectory()).toFile
    val logger = ProcessLogger(line => output.synchronized(output += line): Unit)
    val code = Process(command, directory).!(logger)
    val lines = output.result()
    val answers =
      lines.filter(_.startsWith(SessionProbe.Answer)).map(_.stripPrefix(SessionProbe.Answer))
    Ended(code, answers, lines)
  }

  /** Turns off the optimising compiler. The JVM ends before that would be of use. */
  private val QuickToStart = Seq("-XX:TieredStopAtLevel=1")
}
