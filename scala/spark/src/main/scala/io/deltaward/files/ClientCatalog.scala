package io.deltaward.files

import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.conf.{ClusterConf, DeltawardConf, InForce, Lock}
import io.deltaward.errors.Errors

/**
 * Builds the client registry of a session: the built-in one, overlaid with the user's clients file. Under the lock the
 * cluster's file replaces the user's.
 */
object ClientCatalog {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def forSession(session: SparkSession): ClientRegistry =
    InForce.effective(session.sessionState.conf).getConf(DeltawardConf.CLIENTS_PATH)
      .fold(ClientRegistry.builtIn)(withFile(session, _))

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def withFile(session: SparkSession, file: String): ClientRegistry =
    YamlDocument.read(hadoopConf(session), file).left.map(Seq(_)).flatMap { document =>
      ClientRegistry.builtIn.overlay(document.root, file).left.map { problems =>
        problems.map(p => s"${document.places.textAt(p.path)}${p.path}: ${p.message}")
      }
    } match {
      case Right(registry) => registry
      case Left(problems) => throw Errors.invalidClientsFile(file, problems)
    }

  /**
   * Returns the client that a statement names.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_UNKNOWN_CLIENT`, with the nearest name, or with the
   *                                                        access paths of the client
   */
  def client(registry: ClientRegistry, choice: ClientChoice): Client = {
    val found = registry.find(choice.name)
      .getOrElse(throw Errors.unknownClient(choice.name, registry.suggest(choice.name)))
    if (found.releases.nonEmpty && !found.releases.exists(choice.includes))
      throw Errors.unknownAccessPath(choice.text, found.id, found.accessPaths)
    found
  }

  /** Returns the configuration that resolves the file's path: the session's, or the cluster's under the lock. */
  private def hadoopConf(session: SparkSession): Configuration =
    if (Lock.isOn(session.sessionState.conf, ClusterConf.get))
      session.sparkContext.hadoopConfiguration
    else session.sessionState.newHadoopConf()
}
