package io.deltaward.concurrency

import java.util.jar.JarFile

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan
import org.apache.spark.sql.delta.OptimisticTransaction
import org.apache.spark.sql.execution.SparkPlan
import org.apache.xbean.asm9.{ClassReader, Opcodes}
import org.scalatest.funsuite.AnyFunSuite

/**
 * Lists every plan of Spark and Delta that can write a table, from their class files, and when it reads that table.
 * Fails on a new plan, before its reads are taken for recorded.
 */
class WritingPlansSuite extends AnyFunSuite {

  sealed private trait Reads

  /** Spark plans its query during the transaction, which records what it reads. */
  private case object InTransaction extends Reads

  /** Like `InTransaction`, except for its subqueries or its source: `StatementReads` tells which. */
  private case object InPart extends Reads

  /** Delta evaluates its query before the transaction begins. */
  private case object Before extends Reads

  /** Spark begins to plan its query before the transaction, so no read counts as recorded. */
  private case object Unknown extends Reads

  /** It takes the rows of files, or of a version, as they are. It has no query. */
  private case object Files extends Reads

  /** It changes no rows. */
  private case object NoRows extends Reads

  /** Delta gives its tables no such plan, or runs another one instead. */
  private case object NotRun extends Reads

  private val ofSpark = Map[String, Reads](
    "AppendData" -> InTransaction,
    "OverwriteByExpression" -> InTransaction,
    "OverwritePartitionsDynamic" -> InTransaction,
    "DeltaDynamicPartitionOverwriteCommand" -> InTransaction,
    "CreateTableAsSelect" -> Unknown,
    "ReplaceTableAsSelect" -> Unknown,
    // For sources whose rows change by Spark's own plans.
    "InsertOnlyMerge" -> NotRun,
    "ReplaceData" -> NotRun,
    "WriteDelta" -> NotRun
  )

  private val ofDelta = Map[String, Reads](
    "WriteIntoDelta" -> InTransaction,
    "DeltaDynamicPartitionOverwriteCommand" -> InTransaction,
    "UpdateCommand" -> InPart,
    "DeleteCommand" -> InPart,
    "MergeIntoCommand" -> InPart,
    "DeltaInsertReplaceOnOrUsingCommand" -> Before,
    "CreateDeltaTableCommand" -> Unknown,
    "TruncateDeltaTableCommand" -> Files,
    "RestoreTableCommand" -> Files,
    "CloneTableCommand" -> Files,
    "ConvertToDeltaCommand" -> Files,
    "OptimizeTableCommand" -> Files,
    "DeltaReorgTableCommand" -> Files,
    "RowTrackingBackfillCommand" -> Files,
    "RowTrackingUnBackfillCommand" -> Files
  ) ++ Seq(
    "AlterTableAddColumnsDeltaCommand",
    "AlterTableAddConstraintDeltaCommand",
    "AlterTableChangeColumnDeltaCommand",
    "AlterTableClusterByDeltaCommand",
    "AlterTableDropColumnsDeltaCommand",
    "AlterTableDropConstraintDeltaCommand",
    "AlterTableDropFeatureDeltaCommand",
    "AlterTableReplaceColumnsDeltaCommand",
    "AlterTableSetLocationDeltaCommand",
    "AlterTableSetPropertiesDeltaCommand",
    "AlterTableUnsetPropertiesDeltaCommand",
    "DeltaGenerateCommand",
    "DescribeDeltaDetailCommand",
    "DescribeDeltaHistoryCommand",
    "ShowDeltaPartitionsCommand",
    "ShowDeltaTableColumnsCommand",
    "VacuumTableCommand"
  ).map(_ -> NoRows) ++ Seq(
    "AlterColumnSyncIdentity",
    "AlterTableAddConstraint",
    "AlterTableClusterBy",
    "AlterTableDropConstraint",
    "AlterTableDropFeature",
    "DeltaMergeInto",
    "DeltaReorgTable"
  ).map(_ -> NotRun)

  private case class WritingPlan(parents: Seq[String], isConcrete: Boolean, ofDelta: Boolean)

  private lazy val classes: Map[String, WritingPlan] =
    Seq(classOf[LogicalPlan], classOf[SparkPlan], classOf[OptimisticTransaction]).flatMap { of =>
      val jar = of.getProtectionDomain.getCodeSource.getLocation.getPath
      Using.resource(new JarFile(jar)) { file =>
        file.entries.asScala.filter(_.getName.endsWith(".class")).map { entry =>
          val reader = new ClassReader(file.getInputStream(entry))
          val parents = Option(reader.getSuperName).toSeq ++ reader.getInterfaces
          val isConcrete = (reader.getAccess & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0
          reader.getClassName ->
            WritingPlan(parents, isConcrete, of == classOf[OptimisticTransaction])
        }.toVector
      }
    }.toMap

  private def isA(name: String, of: Class[_]): Boolean =
    name == of.getName.replace('.', '/') ||
      classes.get(name).exists(_.parents.exists(isA(_, of)))

  private def plans(which: (String, WritingPlan) => Boolean): Set[String] = classes.collect {
    case (name, found) if found.isConcrete && which(name, found) =>
      name.split("[/$]").last
  }.toSet

  test("each plan of Spark that writes rows is listed with when it reads the table") {
    val found = plans { (name, _) =>
      isA(name, classOf[V2WriteCommand]) || isA(name, classOf[V2CreateTableAsSelectPlan])
    }
    assert(found.contains("AppendData"))
    assert((found -- ofSpark.keySet).isEmpty)
  }

  test("each command of Delta is listed with when it reads the table") {
    val found = plans { (name, found) =>
      found.ofDelta && isA(name, classOf[LogicalPlan]) && isA(name, classOf[Command])
    }
    assert(found.contains("WriteIntoDelta"))
    assert((found -- ofDelta.keySet).isEmpty)
  }
}
