package io.deltaward.policy

import io.deltaward.clients.{Client, ClientRegistry}

/**
 * The policies that hold for one table.
 *
 * @param requiredClients texts of `deltaward.requiredClients` that hold at once
 * @param allowedFeatures texts of `deltaward.allowedFeatures` that hold at once
 * @param registry        asked for only when clients are required
 */
final class Policies(
    val requiredClients: Seq[String],
    val allowedFeatures: Seq[String],
    registry: => ClientRegistry
) {

  private lazy val known: ClientRegistry = registry

  /** The clients that the table must stay open to, or what is wrong with the policy. */
  def required: Either[PolicyProblem, Seq[(RequiredClient, Client)]] =
    requiredClients.foldLeft[Either[PolicyProblem, Seq[(RequiredClient, Client)]]](Right(Nil)) {
      (found, text) => found.flatMap(all => clients(text).map(all ++ _))
    }

  /** The features that a commit may bring in; `None` where any may come. */
  def allowed: Option[Set[String]] =
    allowedFeatures.map(PolicyText.entries(_).toSet).reduceOption(_ intersect _)

  private def clients(text: String): Either[PolicyProblem, Seq[(RequiredClient, Client)]] = {
    def problem(what: String) = PolicyProblem(Policies.RequiredClients, text, what)
    RequiredClient.parse(text).left
      .map(entry => problem(s"'$entry' is not of the form ${RequiredClient.form}"))
      .flatMap { entries =>
        entries.find(e => known.find(e.client).isEmpty) match {
          case Some(unknown) =>
            val hint = known.suggest(unknown.client).fold("")(n => s"; did you mean $n?")
            Left(problem(s"there is no client ${unknown.client}$hint"))
          case None => Right(entries.map(e => e -> known.find(e.client).get))
        }
      }
  }
}

object Policies {

  /** The table property; the session setting has `spark.` before it. */
  val RequiredClients = "deltaward.requiredClients"
  val AllowedFeatures = "deltaward.allowedFeatures"

  def none: Policies = new Policies(Nil, Nil, ClientRegistry.builtIn)
}

/** A policy that cannot be understood. */
final case class PolicyProblem(key: String, value: String, problem: String)
