package io.deltaward.guard

import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.clients.ClientRegistry
import io.deltaward.conf.ClusterConf
import io.deltaward.files.{ClientCatalog, ClusterPolicies}

/** The settings of a session at one moment, in a form that tasks can receive. */
final class SentSettings private (
    cluster: Map[String, String],
    session: Map[String, String],
    registry: ClientRegistry,
    file: Option[ClusterPolicies.Read]
) extends Serializable {

  def settings: RuleSettings = {
    val own = new SQLConf
    session.foreach { case (key, text) => own.setConfString(key, text) }
    new RuleSettings(cluster.get, own, registry, file = file)
  }
}

object SentSettings {

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_CLIENTS_FILE` */
  def forSession(session: SparkSession): SentSettings = {
    val cluster = for {
      key <- ClusterConf.keys
      if isOurs(key)
      text <- ClusterConf.get(key)
    } yield key -> text
    new SentSettings(
      cluster.toMap,
      session.sessionState.conf.getAllConfs.filter { case (key, _) => isOurs(key) },
      ClientCatalog.forSession(session),
      ClusterPolicies.forSession(session)
    )
  }

  private def isOurs(key: String): Boolean = key.startsWith("spark.deltaward.")
}
