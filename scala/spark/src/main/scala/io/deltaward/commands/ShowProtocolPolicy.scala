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
 * @param tableName  the catalog name; null for a path, and where no table is named
 * @param location   the root of the table; null where none is named
 * @param rule       as in `spark.deltaward.rule.<rule>.mode`
 * @param mode       what the rule does with a commit
 * @param modeSource where the mode is set: table, session, file, cluster, default, or lock where only the lock keeps it in force
 * @param modeKey    the table property, setting, or policies file and line that it is from; null for a default
 * @param policy     the clients that must not be lost, or the features that may come in, sorted; null where there is no
 *                   policy, and for rules that need none
 * @param setIn      the texts that it is made of
 * @param locked     whether the cluster is locked
 * @param problems   what is wrong with it, in words
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
    val settings = RuleSettings.of(session)
    val shown = new PolicyInForce(
      at.map(_.location).fold(settings) { found =>
        settings.at(new TablePlaces(session).at(found.location, found.entry))
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
