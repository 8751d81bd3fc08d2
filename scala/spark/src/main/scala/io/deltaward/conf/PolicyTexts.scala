package io.deltaward.conf

import io.deltaward.clients.ClientRegistry
import io.deltaward.errors.Errors
import io.deltaward.policy.{Policies, PolicyProblem, RequiredClient}

/**
 * The checks of policies that are set as settings. Spark tells a check the value and not the session, so that it does
 * not know which clients that session has of its own: it judges by the built-in ones for as long as no session has
 * named others. What it lets through is judged again by `SET`, and by every commit.
 */
object PolicyTexts {

  @volatile private var othersKnown = false

  /** Whether there are others is for [[checked]] to know. */
  def withClientsOf(path: String): String = {
    othersKnown = true
    path
  }

  /** @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING.POLICY` */
  def checked(key: String, text: String): String = {
    val problem =
      if (key == Policies.RequiredClients && mayHaveOthers) RequiredClient.parse(text).left.toOption
      else builtIn.problem(key, text).map(_.problem)
    problem.foreach(what => refuse(PolicyProblem(key, text, what)))
    text
  }

  def refuse(problem: PolicyProblem): Nothing =
    throw Errors.invalidPolicy(s"spark.${problem.key}", problem.value, problem.sentence)

  private lazy val builtIn = new Policies(Nil, Nil, ClientRegistry.builtIn)

  private def mayHaveOthers: Boolean =
    othersKnown || ClusterConf.get(DeltawardConf.CLIENTS_PATH.key).isDefined
}
