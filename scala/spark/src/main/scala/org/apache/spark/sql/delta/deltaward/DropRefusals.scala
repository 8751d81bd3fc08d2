package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.commands.columnmapping.RemoveColumnMappingCommand

import io.deltaward.drops.{DroppableSince, Refusal}
import io.deltaward.drops.TableChange.Drop
import io.deltaward.errors.ErrorCondition

/**
 * Predicts why Delta would refuse a drop before it changes anything. It returns Delta's own errors, in the order of Delta's
 * checks.
 */
private[deltaward] object DropRefusals {

  /**
   * Returns Delta's first refusal, if any.
   *
   * @param name  the feature's name, as the user writes it
   * @param gone  features that are dropped before
   * @param table the table's name, quoted for SQL, for the statements that would help
   */
  def find(
      name: String,
      delta: DeltaTableV2,
      snapshot: Snapshot,
      truncating: Boolean,
      gone: Set[String],
      table: String
  ): Option[Refusal] = {
    val supported = snapshot.protocol.implicitlyAndExplicitlySupportedFeatures
    val listed = supported.map(_.name) ++ snapshot.protocol.readerAndWriterFeatureNames
    val feature = TableFeature.featureNameToFeature(name)
    if (!listed(name))
      Some(
        refusal(DeltaErrors.dropTableFeatureFeatureNotSupportedByProtocol(name))
          .copy(remedies =
            listed.find(_.equalsIgnoreCase(name)).map(Drop(_, truncating).sql(table)).toSeq
          )
      )
    else
      feature match {
        case None => Some(notSupported(name))
        // Delta has the code to drop catalogManaged, but lets no user ask for it.
        case Some(managed) if DeltaSwitches.isCatalogManaged(managed) => Some(notSupported(name))
        case Some(removable: RemovableFeature) =>
          truncation(removable, truncating)
            .orElse(dependents(removable, supported.filterNot(f => gone(f.name)), table))
            .orElse(contents(removable, delta, snapshot, table))
            .orElse(writing(delta, snapshot))
        case Some(_) => Some(notRemovable(name))
      }
  }

  private def notSupported(name: String): Refusal =
    refusal(DeltaErrors.dropTableFeatureFeatureNotSupportedByClient(name))

  private def notRemovable(name: String): Refusal = {
    val refused = refusal(DeltaErrors.dropTableFeatureNonRemovableFeature(name))
    refused.copy(why = (refused.why +: DroppableSince.hint(Seq(name)).toSeq).mkString(" "))
  }

  private def truncation(
      feature: TableFeature with RemovableFeature,
      truncating: Boolean
  ): Option[Refusal] = {
    val history = HistoryProtection.needs(feature) || HistoryProtection.is(feature)
    if (!truncating) HistoryProtection.refusal(feature).map(refusal)
    else
      Option.unless(history)(refusal(DeltaErrors.tableFeatureDropHistoryTruncationNotAllowed()))
  }

  private def dependents(
      feature: TableFeature,
      supported: Set[TableFeature],
      table: String
  ): Option[Refusal] = DropConditions.dependents(feature, supported).map { case (error, found) =>
    // Delta drops clustering from no table, so dropping the other dependent features would not help.
    val remedies =
      if (found.forall(_.isInstanceOf[RemovableFeature]))
        found.map(_.name).sorted.map(Drop(_, truncatesHistory = false).sql(table))
      else Nil
    refusal(error).copy(remedies = remedies)
  }

  /** Returns a refusal if the table holds something of the feature that Delta does not remove by itself. */
  private def contents(
      feature: TableFeature with RemovableFeature,
      delta: DeltaTableV2,
      snapshot: Snapshot,
      table: String
  ): Option[Refusal] = {
    val named: TableFeature = feature
    if (named == ColumnMappingTableFeature && !DropInvariants.hold(feature, delta, snapshot))
      Try(
        RemoveColumnMappingCommand(delta.deltaLog, delta.catalogTable)
          .verifySchemaFieldNames(snapshot.schema)
      ).failed.toOption.map { error =>
        refusal(error).copy(remedies = MappedNames.renames(delta.spark, snapshot, table))
      }
    else
      DropConditions.constraints(feature, snapshot).map { case (error, names) =>
        refusal(error).copy(remedies = Refusal.dropConstraints(table, names))
      }
  }

  /** Returns a refusal if this Delta cannot write the table because of another feature. */
  private def writing(delta: DeltaTableV2, snapshot: Snapshot): Option[Refusal] =
    Try(delta.deltaLog.protocolWrite(snapshot.protocol)).failed.toOption.map(refusal)

  def refusal(error: Throwable): Refusal = {
    val condition = error match {
      case known: SparkThrowable => Option(ErrorCondition.of(known))
      case _ => None
    }
    Refusal(condition.getOrElse(error.getClass.getSimpleName), error.getMessage)
  }
}
