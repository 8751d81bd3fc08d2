package io.deltaward.files

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.conf.{ClusterConf, DeltawardConf, InForce, Lock}
import io.deltaward.errors.Errors

/** The client registry of a session: the built-in one, with the user's own file over it, or under the lock the cluster's. */
object ClientCatalog {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def of(session: SparkSession): ClientRegistry =
    InForce.of(session.sessionState.conf).getConf(DeltawardConf.CLIENTS_PATH)
      .fold(ClientRegistry.builtIn)(withFile(session, _))

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def withFile(session: SparkSession, file: String): ClientRegistry =
    YamlDocument.read(hadoopConf(session), file).left.map(Seq(_)).flatMap { document =>
      ClientRegistry.builtIn.overlay(document.root, file).left.map { problems =>
        problems.map(p => s"${document.places.of(p.path)}${p.path}: ${p.message}")
      }
    } match {
      case Right(registry) => registry
      case Left(problems) => throw Errors.invalidClientsFile(file, problems)
    }

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, with the nearest name */
  def client(registry: ClientRegistry, choice: ClientChoice): Client = {
    val found = registry.find(choice.name)
      .getOrElse(throw Errors.unknownClient(choice.name, registry.suggest(choice.name)))
    if (found.releases.nonEmpty && !found.releases.exists(choice.includes))
      throw Errors.unknownAccessPath(choice.text, found.id, found.accessPaths)
    found
  }

  /** A session's settings decide which files a path leads to; the cluster's file is where the cluster finds it. */
  private def hadoopConf(session: SparkSession): Configuration =
    if (Lock.isOn(session.sessionState.conf, ClusterConf.get))
      session.sparkContext.hadoopConfiguration
    else session.sessionState.newHadoopConf()
}
