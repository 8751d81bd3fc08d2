package io.deltaward.commands

import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.conf.{ClusterConf, DeltawardConf, InForce, Lock}
import io.deltaward.errors.Errors

/** The client registry of a session: the built-in one, with the user's own file over it, or under the lock the cluster's. */
object ClientCatalog {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def of(session: SparkSession): ClientRegistry =
    InForce.of(session.sessionState.conf).getConf(DeltawardConf.CLIENTS_PATH)
      .fold(ClientRegistry.builtIn) { file =>
        ClientRegistry.builtIn.overlay(parse(hadoopConf(session), file), file) match {
          case Right(registry) => registry
          case Left(problems) => throw Errors.invalidClientsFile(file, problems.map(_.toString))
        }
      }

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, with the nearest name */
  def client(registry: ClientRegistry, name: String): Client =
    registry.find(name).getOrElse(throw Errors.unknownClient(name, registry.suggest(name)))

  /** JSON is YAML, so one parser reads both. */
  private def parse(hadoopConf: Configuration, file: String): JsonNode =
    try {
      val path = new Path(file)
      val stream = path.getFileSystem(hadoopConf).open(path)
      try new YAMLMapper().readTree(stream)
      finally stream.close()
    } catch {
      case NonFatal(e) =>
        throw Errors.invalidClientsFile(file, Seq(e.getMessage.linesIterator.next()))
    }

  /** A session's settings decide which files a path leads to; the cluster's file is where the cluster finds it. */
  private def hadoopConf(session: SparkSession): Configuration =
    if (Lock.isOn(session.sessionState.conf, ClusterConf.get))
      session.sparkContext.hadoopConfiguration
    else session.sessionState.newHadoopConf()
}
