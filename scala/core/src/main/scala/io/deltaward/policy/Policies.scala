package io.deltaward.policy

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.text.Stray

/**
 * The policies in force for one table.
 *
 * @param requiredClients texts of `deltaward.requiredClients`, all in force at once
 * @param allowedFeatures texts of `deltaward.allowedFeatures`, all in force at once
 * @param registry        client registry, evaluated only if a policy requires clients
 * @param straySettings   settings that look like deltaward's but do not exist
 * @param unread          why the cluster's policies file cannot be used; what it requires is unknown then
 * @param setIn           table properties, settings or lines of a file that set each policy, by the policy's property
 */
final class Policies(
    val requiredClients: Seq[String],
    val allowedFeatures: Seq[String],
    registry: => ClientRegistry,
    val straySettings: Seq[Stray] = Nil,
    unread: => Option[PoliciesFileProblem] = None,
    setIn: Map[String, Seq[String]] = Map.empty
) {

  /** Returns where a policy is set, for messages. */
  def named(key: String): String =
    setIn.get(key).filter(_.nonEmpty).fold(key)(_.distinct.mkString(" and "))

  private lazy val known: ClientRegistry = registry

  /** The reason the policies file cannot be used, if any; evaluated lazily. */
  lazy val unreadFile: Option[PoliciesFileProblem] = unread

  /** Returns the clients that must keep access to the table, or what is wrong with the policy. */
  def required: Either[PolicyProblem, Seq[(RequiredClient, Client)]] =
    requiredClients.foldLeft[Either[PolicyProblem, Seq[(RequiredClient, Client)]]](Right(Nil)) {
      (found, text) => found.flatMap(all => clients(text).map(all ++ _))
    }

  /** Returns the features that a commit may add; `None` if it may add any. */
  def allowed: Option[Set[String]] =
    allowedFeatures.map(AllowedFeatures.parse).reduceOption(_ intersect _)

  /** Returns what is wrong with a policy's text, whether or not the policy is in force here. */
  def problem(key: String, text: String): Option[PolicyProblem] = key match {
    case Policies.RequiredClients => clients(text).left.toOption
    case Policies.AllowedFeatures =>
      AllowedFeatures.problem(text).map(PolicyProblem(key, text, _))
    case _ => None
  }

  private def clients(text: String): Either[PolicyProblem, Seq[(RequiredClient, Client)]] =
    RequiredClient.parse(text)
      .flatMap { entries =>
        val (wrong, right) =
          entries.partitionMap(entry => client(entry).map(known => entry -> known))
        Either.cond(wrong.isEmpty, right, wrong.mkString("; "))
      }
      .left.map(PolicyProblem(Policies.RequiredClients, text, _))

  private def client(entry: RequiredClient): Either[String, Client] =
    known.find(entry.client) match {
      case Some(found) => Judgeable.problem(entry, found).toLeft(found)
      case None =>
        val hint = known.suggest(entry.client).fold("")(n => s"; did you mean $n?")
        Left(s"there is no client ${entry.client}$hint")
    }
}

object Policies {

  /** The table property. The session setting has the same name with the prefix `spark.`. */
  val RequiredClients = "deltaward.requiredClients"
  val AllowedFeatures = "deltaward.allowedFeatures"

  val keys: Seq[String] = Seq(RequiredClients, AllowedFeatures)

  def none: Policies = new Policies(Nil, Nil, ClientRegistry.builtIn)
}
