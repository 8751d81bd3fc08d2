package io.deltaward.concurrency.reads

import java.time.ZoneOffset

import scala.util.{Failure, Success, Try}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.objects.{Invoke, StaticInvoke}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreePattern
import org.apache.spark.sql.catalyst.util.DateTimeUtils.{
  convertSpecialDate,
  convertSpecialTimestamp,
  convertSpecialTimestampNTZ
}
import org.apache.spark.sql.catalyst.util.METADATA_COL_ATTR_KEY
import org.apache.spark.sql.connector.catalog.functions.BoundFunction
import org.apache.spark.sql.delta.actions._
import org.apache.spark.sql.delta.commands.MergeIntoCommand
import org.apache.spark.sql.types.{DataType, DateType, ObjectType, TimestampNTZType, TimestampType}
import org.apache.spark.unsafe.types.UTF8String

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved._
import io.deltaward.spark.OptimizerNodes

/** Finds what rules out resolving a conflict, before any row is read. */
object Obstacles {

  private val RowTracking = "delta.rowTracking"

  /**
   * Finds an action that concerns more than rows. The high water mark of row tracking is allowed, and so are actions that
   * affect no rows.
   */
  def inActions(actions: Seq[Action]): Option[Unresolved] = actions.collectFirst {
    case metadata: Metadata => OtherChange(s"metadata ${metadata.id}")
    case protocol: Protocol => OtherChange(protocol.simpleString)
    case domain: DomainMetadata if domain.domain != RowTracking => OtherChange(domain.domain)
    case file: FileAction if BackReferences.isIn(file) => UnexpectedChange(file.path)
  }

  /** Finds a condition that may give another result the second time, or that depends on more than one row. */
  def inPredicates(predicates: Seq[Seq[Expression]]): Option[Unresolved] =
    predicates.flatten.flatMap(opaque).headOption

  /**
   * Finds an expression that asks which file a row is in, since a rewrite may have moved the row. Also finds a user's
   * function that is called once for all rows, since recorded predicates only have its result as a literal.
   */
  def inStatement(command: LogicalPlan): Option[Unresolved] = {
    val sources = command match {
      case merge: MergeIntoCommand => Seq(merge.source)
      case other => other.innerChildren.collect { case plan: LogicalPlan => plan }
    }
    (command +: sources)
      .flatMap(_.collectWithSubqueries { case node => node.expressions })
      .flatten
      .collectFirst {
        case expression if expression.exists(namesFiles) =>
          DependsOnFiles(PredicateText.format(expression))
        case expression if expression.exists(part => part.foldable && isOfUser(part)) =>
          UserFunction(PredicateText.format(expression))
      }
  }

  private def isOfUser(part: Expression): Boolean =
    part.isInstanceOf[UserDefinedExpression] || isOfCatalog(part)

  private def namesFiles(expression: Expression): Boolean = expression match {
    case _: InputFileName | _: InputFileBlockStart | _: InputFileBlockLength => true
    case attribute: AttributeReference => isMetadata(attribute)
    case _ => false
  }

  private def isMetadata(attribute: AttributeReference): Boolean =
    attribute.name == "_metadata" || attribute.metadata.contains(METADATA_COL_ATTR_KEY)

  /**
   * Checks for an expression with one value for a whole query and another for the next: the time, the user, the current
   * schema.
   */
  private def isOfQuery(leaf: LeafExpression): Boolean = leaf match {
    // A common expression, as in BETWEEN, is checked where it is defined.
    case _: Literal | _: Attribute => false
    case common if OptimizerNodes.isCommonExpression(common) => false
    case other => other.foldable || other.isInstanceOf[Unevaluable]
  }

  /** Checks for a text such as `now` or `today`, which Spark turns into a new time for each query. */
  private def isOfQuery(text: Expression, as: DataType): Boolean = as match {
    case DateType | TimestampType | TimestampNTZType if text.foldable =>
      Try(text.eval()) match {
        case Success(text: UTF8String) =>
          val utc = ZoneOffset.UTC
          convertSpecialDate(text.toString, utc).isDefined ||
          convertSpecialTimestamp(text.toString, utc).isDefined ||
          convertSpecialTimestampNTZ(text.toString, utc).isDefined
        case Success(_) => false
        // An example is the current user, which only a query can tell.
        case Failure(_) => true
      }
    case _ => false
  }

  /** Returns the condition with the expressions by which Spark replaces others. */
  private def replaced(condition: Expression): Expression = condition.transform {
    case short: RuntimeReplaceable => short.replacement
  }

  /** Checks for a function of a catalog, which Spark calls in the same way as functions of its own. */
  private def isOfCatalog(call: Expression): Boolean = {
    val of = call match {
      case call: StaticInvoke => Some(call.staticObject)
      case call: Invoke => Some(call.targetObject.dataType).collect { case ObjectType(owner) =>
          owner
        }
      case _ => None
    }
    of.exists(classOf[BoundFunction].isAssignableFrom)
  }

  private def opaque(condition: Expression): Option[Unresolved] = {
    val sql = PredicateText.format(condition)
    val whole = if (condition.resolved) replaced(condition) else condition
    whole.collectFirst {
      case _: PlanExpression[_] | _: OuterReference => Subquery(sql)
      case call if isOfUser(call) => UserFunction(sql)
      case leaf: LeafExpression if isOfQuery(leaf) => AsksSession(sql)
      case time if time.containsPattern(TreePattern.CURRENT_LIKE) => AsksSession(sql)
      case cast: Cast if isOfQuery(cast.child, cast.dataType) => AsksSession(sql)
      // Spark calls it deterministic, although its result begins with random bytes if none are given.
      case cipher: StaticInvoke if cipher.functionName == "aesEncrypt" => NonDeterministic(sql)
      case attribute: AttributeReference if isMetadata(attribute) => DependsOnFiles(sql)
    }.orElse(Option.when(!condition.deterministic || !condition.resolved)(NonDeterministic(sql)))
  }
}
