package io.deltaward.conf

import io.deltaward.clients.ClientRegistry
import io.deltaward.errors.Errors
import io.deltaward.policy.{Policies, PolicyProblem, RequiredClient}

/**
 * Checks policies that are set as settings. Spark passes such a check the value but not the session, so the session's own
 * clients are unknown here. The check uses the built-in clients. Once a clients file is set, it checks only the syntax of
 * required clients. `SET` and every commit check the policy again.
 */
object PolicyTexts {

  /** The key of the clients file. */
  val ClientsPath = "spark.deltaward.clients.path"

  @volatile private var othersKnown = false

  /** Notes that a clients file is set, for [[checked]]. Returns its path unchanged. */
  def withClientsOf(path: String): String = {
    othersKnown = true
    path
  }

  /**
   * Returns the text of a policy, if it is valid.
   *
   * @throws io.deltaward.errors.InvalidSettingException `DELTAWARD_INVALID_SETTING.POLICY`
   */
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
    othersKnown || ClusterConf.get(ClientsPath).isDefined
}
