package io.deltaward.conf

import java.io.FileNotFoundException
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Using
import scala.util.control.NonFatal

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper
import org.apache.commons.io.IOUtils
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.errors.Errors

/** The client registry of a session: the built-in one, with the user's own file over it, or under the lock the cluster's. */
object ClientCatalog {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def of(session: SparkSession): ClientRegistry =
    InForce.of(session.sessionState.conf).getConf(DeltawardConf.CLIENTS_PATH)
      .fold(ClientRegistry.builtIn)(withFile(session, _))

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def withFile(session: SparkSession, file: String): ClientRegistry = {
    val text = read(hadoopConf(session), file)
    ClientRegistry.builtIn.overlay(parse(file, text), file) match {
      case Right(registry) => registry
      case Left(problems) =>
        val places = YamlPlaces.of(text)
        throw Errors.invalidClientsFile(
          file,
          problems.map(p => s"${places.of(p.path)}${p.path}: ${p.message}")
        )
    }
  }

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, with the nearest name */
  def client(registry: ClientRegistry, choice: ClientChoice): Client = {
    val found = registry.find(choice.name)
      .getOrElse(throw Errors.unknownClient(choice.name, registry.suggest(choice.name)))
    if (found.releases.nonEmpty && !found.releases.exists(choice.includes))
      throw Errors.unknownAccessPath(choice.text, found.id, found.accessPaths)
    found
  }

  private def read(hadoopConf: Configuration, file: String): String = orInvalid(file) {
    val path = new Path(file)
    Using.resource(path.getFileSystem(hadoopConf).open(path))(IOUtils.toString(_, UTF_8))
  }

  /** JSON is YAML, so one parser reads both. */
  private def parse(file: String, text: String): JsonNode =
    orInvalid(file)(new YAMLMapper().readTree(text))

  private def orInvalid[A](file: String)(body: => A): A =
    try body
    catch {
      case e: JsonProcessingException if e.getLocation != null =>
        val place = YamlPlaces.text(e.getLocation)
        throw Errors.invalidClientsFile(
          file,
          Seq(place + e.getOriginalMessage.linesIterator.next())
        )
      case _: FileNotFoundException =>
        throw Errors.invalidClientsFile(file, Seq("there is no such file"))
      case NonFatal(e) =>
        throw Errors.invalidClientsFile(file, Seq(e.getMessage.linesIterator.next()))
    }

  /** A session's settings decide which files a path leads to; the cluster's file is where the cluster finds it. */
  private def hadoopConf(session: SparkSession): Configuration =
    if (Lock.isOn(session.sessionState.conf, ClusterConf.get))
      session.sparkContext.hadoopConfiguration
    else session.sessionState.newHadoopConf()
}
