package io.deltaward.sql

import scala.jdk.CollectionConverters._

import io.delta.sql.parser.DeltaSqlParser
import org.antlr.v4.runtime.{ParserRuleContext, Token}
import org.antlr.v4.runtime.misc.Interval
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression
import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.util.SparkParserUtils

import io.deltaward.clients.Access
import io.deltaward.commands._
import io.deltaward.errors.Errors
import io.deltaward.files.ClientChoice
import io.deltaward.fleet.Fleet
import io.deltaward.sql.grammar.DeltawardSqlBaseVisitor
import io.deltaward.sql.grammar.DeltawardSqlParser._
import io.deltaward.tables.{TableName, TimeTravel}

/** Turns a parsed statement into its plan. Spark's own parser parses the names and expressions in it. */
final class StatementBuilder(delegate: ParserInterface) extends DeltawardSqlBaseVisitor[AnyRef] {

  override def visitSingleStatement(ctx: SingleStatementContext): LogicalPlan =
    visit(ctx.statement).asInstanceOf[LogicalPlan]

  override def visitShowProtocolCompatibility(ctx: ShowProtocolCompatibilityContext): LogicalPlan =
    ShowProtocolCompatibility(
      tableName(ctx.table),
      travel(ctx.travel),
      choices(ctx.clients),
      ctx.allVersions != null,
      allAccessPaths = ctx.allAccessPaths != null,
      inspectLog = ctx.inspectLog != null
    )

  override def visitShowFleetCompatibility(ctx: ShowFleetCompatibilityContext): LogicalPlan =
    ShowFleetCompatibility(
      fleet(ctx.fleet),
      ChosenReleases(
        choices(ctx.clients),
        ctx.allVersions != null,
        allAccessPaths = ctx.allAccessPaths != null
      )
    )

  override def visitAnalyzeFleet(ctx: AnalyzeFleetContext): LogicalPlan = AnalyzeFleet(
    fleet(ctx.fleet),
    ChosenReleases(choices(ctx.clients), allVersions = false, allAccessPaths = false)
  )

  override def visitShowProtocolHistory(ctx: ShowProtocolHistoryContext): LogicalPlan =
    ShowProtocolHistory(tableName(ctx.table))

  override def visitShowProtocolPolicy(ctx: ShowProtocolPolicyContext): LogicalPlan =
    ShowProtocolPolicy(Option(ctx.table).map(tableName))

  override def visitShowCheckpointProtection(ctx: ShowCheckpointProtectionContext): LogicalPlan =
    ShowCheckpointProtection(tableName(ctx.table))

  override def visitDescribeProtocol(ctx: DescribeProtocolContext): LogicalPlan =
    DescribeProtocol(tableName(ctx.table), travel(ctx.travel), ctx.inspectLog != null)

  override def visitShowTableFeatures(ctx: ShowTableFeaturesContext): LogicalPlan =
    ShowTableFeatures(tableName(ctx.table), travel(ctx.travel))

  override def visitShowDeltaClients(ctx: ShowDeltaClientsContext): LogicalPlan =
    ShowDeltaClients(Option(ctx.pattern).map(text))

  override def visitShowCommitWarnings(ctx: ShowCommitWarningsContext): LogicalPlan =
    ShowCommitWarnings()

  override def visitShowCommitConflicts(ctx: ShowCommitConflictsContext): LogicalPlan =
    ShowCommitConflicts(
      Option(ctx.table).map(tableName),
      Option(ctx.most).map(most => most.getText.toIntOption.getOrElse(Int.MaxValue))
    )

  override def visitShowConflictMatrix(ctx: ShowConflictMatrixContext): LogicalPlan =
    ShowConflictMatrix(tableName(ctx.table))

  override def visitExplainProtocol(ctx: ExplainProtocolContext): LogicalPlan =
    // Delta's parser may run before this one, and then sees only the outer EXPLAIN PROTOCOL. So the inner statement gets
    // Delta's parser here.
    ExplainProtocol(new DeltaSqlParser(delegate).parsePlan(source(ctx.explained)))

  override def visitNormalizeProtocol(ctx: NormalizeProtocolContext): LogicalPlan =
    NormalizeProtocol(tableName(ctx.table), dryRun = ctx.dryRun != null)

  override def visitExplainDropFeature(ctx: ExplainDropFeatureContext): LogicalPlan =
    ExplainDropFeature(
      tableName(ctx.table),
      featureName(ctx.feature),
      truncatesHistory = ctx.truncateHistory != null
    )

  override def visitMakeCompatible(ctx: MakeCompatibleContext): LogicalPlan =
    MakeCompatible(
      tableName(ctx.table),
      choice(ctx.client),
      accesses(ctx.access),
      dryRun = ctx.dryRun != null
    )

  private def choices(ctx: ClientsContext): Seq[ClientChoice] =
    Option(ctx).fold(Seq.empty[ClientChoice])(_.client.asScala.map(choice).toSeq)

  private def fleet(ctx: FleetContext): Fleet = {
    def parts =
      ctx.part.asScala.toSeq.flatMap(part => delegate.parseMultipartIdentifier(source(part)))
    if (ctx.root != null) Fleet.InPath(text(ctx.root))
    else if (ctx.TABLES != null) Fleet.Named(ctx.table.asScala.toSeq.map(tableName))
    else if (ctx.CATALOG != null) Fleet.InCatalog(parts.head)
    else Fleet.InSchema(parts)
  }

  private def choice(ctx: ClientContext): ClientChoice =
    ClientChoice(text(ctx.name), Option(ctx.release).map(text(_)))

  private def featureName(ctx: FeatureContext): String =
    if (ctx.name != null) text(ctx.name)
    else delegate.parseMultipartIdentifier(source(ctx)).head

  /** Returns the accesses in a clause; read and write if there is no clause. */
  private def accesses(ctx: AccessContext): Seq[Access] =
    if (ctx == null) Access.all
    else if (ctx.WRITE != null) Seq(Access.Write)
    else Seq(Access.Read)

  private def tableName(ctx: TableContext): TableName =
    if (ctx.path != null) TableName.Path(text(ctx.path))
    else TableName.Parts(delegate.parseMultipartIdentifier(source(ctx)))

  private def travel(ctx: TravelContext): TimeTravel =
    if (ctx == null) TimeTravel.Latest
    else if (ctx.version != null)
      TimeTravel.Version(
        ctx.version.getText.toLongOption.getOrElse(
          throw Errors.syntax(ctx.version.getText, "A version is an integer from 0 to 2^63 - 1.")
        )
      )
    else {
      val timestamp = delegate.parseExpression(source(ctx.timestamp))
      if (timestamp.exists(_.isInstanceOf[SubqueryExpression]))
        throw Errors.syntax(source(ctx.timestamp), "A timestamp is a constant, not a query.")
      TimeTravel.Timestamp(timestamp)
    }

  private def text(ctx: LiteralContext): String =
    ctx.STRING.asScala.map(node => text(node.getSymbol)).mkString

  private def text(literal: Token): String = SparkStrings.string(literal)

  /** Returns the original text of a node, with white space and comments. */
  private def source(ctx: ParserRuleContext): String =
    ctx.getStart.getInputStream.getText(Interval.of(
      ctx.getStart.getStartIndex,
      ctx.getStop.getStopIndex
    ))

  /** Applies Spark's rules for quotes and escapes in string literals. */
  private object SparkStrings extends SparkParserUtils
}
