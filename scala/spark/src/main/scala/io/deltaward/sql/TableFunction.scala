package io.deltaward.sql

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.SPARK_DOC_ROOT
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{AnalysisException, Row, SparkSessionExtensions, SQLContext}
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.sources.{BaseRelation, TableScan}
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import io.deltaward.commands._
import io.deltaward.files.ClientChoice
import io.deltaward.tables.{TableName, TimeTravel}

/**
 * A statement that returns rows, as a function in `FROM`. It has the columns of its statement. It runs when the query around
 * it is planned for execution.
 *
 * @param arguments names of the arguments, each a constant STRING
 * @param optional  how many arguments at the end can be omitted
 */
sealed abstract class TableFunction(
    val name: String,
    val statement: String,
    val arguments: Seq[String],
    val optional: Int
) {

  /** @param values the given arguments, none of them null */
  protected def command(session: SparkSession, values: Seq[String]): DeltawardCommand

  /**
   * @param require throws a `DeltawardAnalysisException` for a statement that the session does not run
   * @throws org.apache.spark.sql.AnalysisException `WRONG_NUM_ARGS`, `DATATYPE_MISMATCH.NON_FOLDABLE_INPUT`,
   *                                                `UNEXPECTED_INPUT_TYPE` and `DATATYPE_MISMATCH.UNEXPECTED_NULL`,
   *                                                Spark's own
   */
  final def plan(
      session: SparkSession,
      values: Seq[Expression],
      require: LogicalPlan => Unit
  ): LogicalPlan = {
    val counts = (arguments.size - optional) to arguments.size
    if (!counts.contains(values.size))
      throw new AnalysisException(
        "WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
        Map(
          "functionName" -> s"`$name`",
          "expectedNum" ->
            (if (optional > 0) counts.mkString("[", ", ", "]") else s"${counts.head}"),
          "actualNum" -> values.size.toString,
          "docroot" -> SPARK_DOC_ROOT
        )
      )
    val texts = arguments.zip(values).zipWithIndex.map { case ((argument, value), i) =>
      text(argument, i, value)
    }
    LogicalRelation(new CommandRelation(
      session,
      command(session, texts),
      require,
      s"$name(${texts.mkString(", ")})"
    ))
  }

  private def quoted(text: String): String = s""""$text""""

  private def text(argument: String, index: Int, value: Expression): String =
    if (!value.foldable)
      throw new AnalysisException(
        "DATATYPE_MISMATCH.NON_FOLDABLE_INPUT",
        Map(
          "sqlExpr" -> quoted(value.sql),
          "inputName" -> s"`$argument`",
          "inputType" -> "\"STRING\"",
          "inputExpr" -> quoted(value.sql)
        )
      )
    else
      value.eval() match {
        case text: UTF8String => text.toString
        case null =>
          throw new AnalysisException(
            "DATATYPE_MISMATCH.UNEXPECTED_NULL",
            Map("exprName" -> s"`$argument`", "sqlExpr" -> quoted(value.sql))
          )
        case _ =>
          throw new AnalysisException(
            "UNEXPECTED_INPUT_TYPE",
            Map(
              "functionName" -> s"`$name`",
              "paramIndex" -> Seq("first", "second", "third")(index),
              "requiredType" -> "\"STRING\"",
              "inputSql" -> quoted(value.sql),
              "inputType" -> quoted(value.dataType.sql)
            )
          )
      }

  /** Returns the table that an argument names: `sales.orders`, ``delta.`/data/orders` `` or an absolute path. */
  protected def table(session: SparkSession, text: String): TableName =
    // Hadoop's Path throws for a name such as delta.`file:///data/orders`: what precedes the colon is no scheme.
    if (text.isEmpty || Try(new Path(text).isAbsolute).getOrElse(false)) TableName.Path(text)
    else TableName.Parts(session.sessionState.sqlParser.parseMultipartIdentifier(text))
}

object TableFunction {

  private case object Compatibility
      extends TableFunction(
        "deltaward_compatibility",
        "SHOW PROTOCOL COMPATIBILITY",
        Seq("table", "client", "clientVersion"),
        optional = 2
      ) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand = {
      val choices = values.lift(1).map(ClientChoice(_, values.lift(2))).toSeq
      ShowProtocolCompatibility(
        table(session, values.head),
        TimeTravel.Latest,
        choices,
        allVersions = false,
        allAccessPaths = false,
        inspectLog = false
      )
    }
  }

  private case object Protocol
      extends TableFunction("deltaward_protocol", "DESCRIBE PROTOCOL", Seq("table"), 0) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      DescribeProtocol(table(session, values.head), TimeTravel.Latest, inspectLog = false)
  }

  private case object Features
      extends TableFunction("deltaward_features", "SHOW TABLE FEATURES", Seq("table"), 0) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowTableFeatures(table(session, values.head), TimeTravel.Latest)
  }

  private case object History
      extends TableFunction("deltaward_history", "SHOW PROTOCOL HISTORY", Seq("table"), 0) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowProtocolHistory(table(session, values.head))
  }

  private case object Protection
      extends TableFunction(
        "deltaward_checkpoint_protection",
        "SHOW CHECKPOINT PROTECTION",
        Seq("table"),
        optional = 0
      ) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowCheckpointProtection(table(session, values.head))
  }

  private case object Policy
      extends TableFunction("deltaward_policy", "SHOW PROTOCOL POLICY", Seq("table"), 1) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowProtocolPolicy(values.headOption.map(table(session, _)))
  }

  private case object Matrix
      extends TableFunction(
        "deltaward_conflict_matrix",
        "SHOW CONFLICT MATRIX",
        Seq("table"),
        optional = 0
      ) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowConflictMatrix(table(session, values.head))
  }

  private case object Clients
      extends TableFunction("deltaward_clients", "SHOW DELTA CLIENTS", Seq("pattern"), 1) {
    override def command(session: SparkSession, values: Seq[String]): DeltawardCommand =
      ShowDeltaClients(values.headOption)
  }

  val all: Seq[TableFunction] =
    Seq(Compatibility, Protocol, Features, History, Protection, Policy, Matrix, Clients)

  /** @param require throws a `DeltawardAnalysisException` for a statement that the session does not run */
  def injectInto(
      extensions: SparkSessionExtensions,
      require: LogicalPlan => Unit
  ): Unit = all.foreach { function =>
    extensions.injectTableFunction((
      FunctionIdentifier(function.name),
      info(function),
      values => function.plan(SparkSession.active, values, require)
    ))
  }

  /** Returns the description of a function for `DESCRIBE FUNCTION`. */
  private def info(function: TableFunction): ExpressionInfo = {
    val (needed, optional) =
      function.arguments.splitAt(function.arguments.size - function.optional)
    val call = needed.mkString(", ") + optional.foldRight("")((next, rest) => s"[, $next$rest]")
    new ExpressionInfo(
      function.getClass.getName,
      null,
      function.name,
      s"_FUNC_($call) - The rows of `${function.statement}`.",
      "",
      "",
      "",
      "table_funcs",
      "",
      "",
      ""
    )
  }
}

/** The rows of a statement, which runs when a query asks for them. */
final private class CommandRelation(
    session: SparkSession,
    command: DeltawardCommand,
    require: LogicalPlan => Unit,
    call: String
) extends BaseRelation with TableScan {

  override val sqlContext: SQLContext = session.sqlContext

  override val schema: StructType =
    DataTypeUtils.fromAttributes(command.output)

  /** Checks the statement here. During resolution, Spark would replace the condition of the error. */
  override def buildScan(): RDD[Row] = {
    require(command)
    session.sparkContext.parallelize(command.run(session), 1)
  }

  override def toString: String = call
}
