package io.deltaward.guard

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.SparkSession

import io.deltaward.files.ClusterPolicies
import io.deltaward.policy.{Policies, Required, RequiredClient}

/** Lists the clients that `deltaward audit` asks about if the user names none. */
object AskedByPolicy {

  /**
   * Returns the clients that `deltaward.requiredClients` names in the session, on the cluster, and in any entry of the
   * policies file. Each has the form `name[access path]=version`, without the parts that the policy leaves out. `>=470`
   * becomes `=470`. Does not read policies of single tables.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_POLICIES_FILE`
   */
  def clients(session: SparkSession): util.List[String] = {
    val key = Policies.RequiredClients
    val inFile =
      ClusterPolicies.required(session).toSeq.flatMap(_.entries).flatMap(_.values.get(key))
    val texts = RuleSettings.forSession(session).policyTexts(Map.empty)(key).map(_.value) ++
      inFile.map(_.value)
    texts.flatMap(RequiredClient.parse(_).getOrElse(Nil)).map(argument).distinct.asJava
  }

  private def argument(required: RequiredClient): String = {
    val path = required.accessPath.fold("")(path => s"[$path]")
    val version = required.releases match {
      case Required.Newest => ""
      case Required.Exactly(version) => s"=$version"
      case Required.AtLeast(version) => s"=$version"
    }
    s"${required.client}$path$version"
  }
}
