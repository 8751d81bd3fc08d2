package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.guard.RuleSettings
import io.deltaward.guard.TablePlaces
import io.deltaward.rules.CommitRule
import io.deltaward.tables.{TableName, TableReader, TimeTravel}

/**
 * A row of `SHOW PROTOCOL POLICY`.
 *
 * @param tableName  name of the table in the catalog; `None` for a path, and if the statement names no table
 * @param location   root path of the table; `None` if the statement names no table
 * @param rule       name of the commit rule, as in `spark.deltaward.rule.<rule>.mode`
 * @param mode       mode of the rule: `off`, `warn` or `enforce`; also `off` if `spark.deltaward.enabled` is `false`
 * @param modeSource where the mode is set: `table`, `session`, `file` (policies file), `cluster`, `default` or `lock`. With
 *                   `lock`, the table or session asks for a looser mode. The lock replaces that mode with the mode of the
 *                   cluster, of its file, or the default
 * @param modeKey    table property or setting that decides the mode, or the policies file and line; `None` for a default
 * @param policy     required clients, or allowed features, sorted; `None` if no policy is set, and for rules that need none
 * @param setIn      texts that the policy is made of, each with the place that sets it; several under the lock
 * @param locked     whether the cluster is locked
 * @param problems   problems of properties, settings and the policies file, in words. For `validPolicy`: properties and
 *                   settings that do not exist, and a file that cannot be used
 */
final case class ProtocolPolicyRow(
    tableName: Option[String],
    location: Option[String],
    rule: String,
    mode: String,
    modeSource: String,
    modeKey: Option[String],
    policy: Option[Seq[String]],
    setIn: Seq[PolicyEntry],
    locked: Boolean,
    problems: Seq[String]
)

object ProtocolPolicyRow {
  private[commands] val schema: StructType = Rows.schema[ProtocolPolicyRow]
}

/**
 * `SHOW PROTOCOL POLICY [[FOR | IN] table]`: returns a [[ProtocolPolicyRow]] for each rule, for the session or for a table.
 */
final case class ShowProtocolPolicy(table: Option[TableName]) extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ProtocolPolicyRow.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val at = table.map(new TableReader(session).read(_, TimeTravel.Latest))
    val settings = RuleSettings.forSession(session)
    val shown = new PolicyInForce(
      at.map(_.location).fold(settings) { found =>
        settings.settingsAt(new TablePlaces(session).find(found.location, found.entry))
      },
      at.fold(Map.empty[String, String])(_.state.metadata.configuration)
    )
    CommitRule.names.map { rule =>
      val mode = shown.mode(rule)
      ProtocolPolicyRow(
        tableName = at.flatMap(_.location.name),
        location = at.map(_.location.location.toString),
        rule = rule,
        mode = mode.value.toString,
        modeSource = mode.source.toString,
        modeKey = shown.modeKey(rule, mode.source),
        policy = shown.policy(rule),
        setIn = shown.setIn(rule),
        locked = shown.locked,
        problems = shown.problems(rule)
      )
    }
  }
}
