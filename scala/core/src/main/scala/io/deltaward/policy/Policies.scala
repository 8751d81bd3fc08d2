package io.deltaward.policy

import io.deltaward.clients.{Client, ClientRegistry}
import io.deltaward.text.Stray

/**
 * The policies that hold for one table.
 *
 * @param requiredClients texts of `deltaward.requiredClients` that hold at once
 * @param allowedFeatures texts of `deltaward.allowedFeatures` that hold at once
 * @param registry        asked for only when clients are required
 * @param straySettings   settings that somebody took for ones of ours
 * @param unread          why the cluster's policies file cannot be used; what it asks for is then not known
 * @param setIn           the keys that the texts of a policy are from, by its property: of the table, or settings
 */
final class Policies(
    val requiredClients: Seq[String],
    val allowedFeatures: Seq[String],
    registry: => ClientRegistry,
    val straySettings: Seq[Stray] = Nil,
    unread: => Option[PoliciesFileProblem] = None,
    setIn: Map[String, Seq[String]] = Map.empty
) {

  /** Where a policy is set, for messages. */
  def named(key: String): String =
    setIn.get(key).filter(_.nonEmpty).fold(key)(_.distinct.mkString(" and "))

  private lazy val known: ClientRegistry = registry

  /** Why it is not known what holds for the table; asked for only by who judges a change of it. */
  lazy val unreadFile: Option[PoliciesFileProblem] = unread

  /** The clients that the table must stay open to, or what is wrong with the policy. */
  def required: Either[PolicyProblem, Seq[(RequiredClient, Client)]] =
    requiredClients.foldLeft[Either[PolicyProblem, Seq[(RequiredClient, Client)]]](Right(Nil)) {
      (found, text) => found.flatMap(all => clients(text).map(all ++ _))
    }

  /** The features that a commit may bring in; `None` where any may come. */
  def allowed: Option[Set[String]] =
    allowedFeatures.map(AllowedFeatures.of).reduceOption(_ intersect _)

  /** What is wrong with a policy, whether it holds here or not. */
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

  /** The table property; the session setting has `spark.` before it. */
  val RequiredClients = "deltaward.requiredClients"
  val AllowedFeatures = "deltaward.allowedFeatures"

  val keys: Seq[String] = Seq(RequiredClients, AllowedFeatures)

  def none: Policies = new Policies(Nil, Nil, ClientRegistry.builtIn)
}
