package io.deltaward.commands

import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.Errors

/** The client registry of a session: the built-in one, with the user's own file over it. */
object ClientCatalog {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def of(session: SparkSession): ClientRegistry =
    session.sessionState.conf.getConf(DeltawardConf.CLIENTS_PATH).fold(ClientRegistry.builtIn) {
      file =>
        ClientRegistry.builtIn.overlay(parse(session, file), file) match {
          case Right(registry) => registry
          case Left(problems) => throw Errors.invalidClientsFile(file, problems.map(_.toString))
        }
    }

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, with the nearest name */
  def client(registry: ClientRegistry, name: String): Client =
    registry.find(name).getOrElse(throw Errors.unknownClient(name, registry.suggest(name)))

  /** JSON is YAML, so one parser reads both. */
  private def parse(session: SparkSession, file: String): JsonNode =
    try {
      val path = new Path(file)
      val stream = path.getFileSystem(session.sessionState.newHadoopConf()).open(path)
      try new YAMLMapper().readTree(stream)
      finally stream.close()
    } catch {
      case NonFatal(e) =>
        throw Errors.invalidClientsFile(file, Seq(e.getMessage.linesIterator.next()))
    }
}
