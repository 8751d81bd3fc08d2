package io.deltaward

import java.lang.management.ManagementFactory
import java.nio.file.Files

import scala.jdk.CollectionConverters._
import scala.sys.process.{Process, ProcessLogger}

import org.scalatest.Suite

import io.deltaward.session.SessionProbe

/**
 * @param code    of the process
 * @param answers the first line of the answer to each statement
 */
final case class Ended(code: Int, answers: Seq[String], output: Seq[String])

/** Sessions in a JVM of their own. */
trait ChildSession extends DeltaSession { self: Suite =>

  val bothExtensions: String =
    "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension," +
      "io.deltaward.DeltawardSparkSessionExtension"

  val deltaCatalog: String =
    "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog"

  /**
   * @param properties of the JVM, as `key=value`
   * @param settings   of the session, likewise
   */
  def runApart(properties: Seq[String], settings: Seq[String])(statements: String*): Ended =
    runApart(SessionProbe.getClass, properties, settings)(statements: _*)

  /** @param probe an object with a main method, which takes the settings, `--`, and the arguments */
  def runApart(probe: Class[_], properties: Seq[String], settings: Seq[String])(
      arguments: String*
  ): Ended = {
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala ++ QuickToStart
    val java = s"${System.getProperty("java.home")}/bin/java"
    val main = probe.getName.stripSuffix("$")
    val classPath = Seq("-cp", System.getProperty("java.class.path"))
    val warehouse = s"spark.sql.warehouse.dir=${temporaryDirectory().toUri}"
    val command = (java +: options.toSeq) ++ properties.map("-D" + _) ++ classPath ++
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

  /** It ends before the optimising compiler would have been of use. */
  private val QuickToStart = Seq("-XX:TieredStopAtLevel=1")
}
