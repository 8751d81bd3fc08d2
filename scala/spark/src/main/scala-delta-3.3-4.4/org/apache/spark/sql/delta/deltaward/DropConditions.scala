package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  CheckConstraintsTableFeature,
  DeltaErrors,
  Snapshot,
  TableFeature
}
import org.apache.spark.sql.delta.constraints.Constraints

/** Tells what keeps Delta 3.3 and later from dropping a feature. */
object DropConditions {

  /** Returns Delta's refusal to drop the feature, and the supported features that need it. */
  def dependents(
      feature: TableFeature,
      supported: Set[TableFeature]
  ): Option[(Throwable, Seq[TableFeature])] = {
    val found = TableFeature.getDependentFeatures(feature).intersect(supported).toSeq
    def refusal = DeltaErrors
      .dropTableFeatureFailedBecauseOfDependentFeatures(feature.name, found.map(_.name))
    Option.when(found.nonEmpty)((refusal, found))
  }

  /** Returns Delta's refusal to drop the feature, and the constraints in its way. */
  def constraints(feature: TableFeature, snapshot: Snapshot): Option[(Throwable, Seq[String])] =
    Option.when(feature == CheckConstraintsTableFeature)(
      Constraints.getCheckConstraintNames(snapshot.metadata)
    ).filter(_.nonEmpty).map(names => (DeltaErrors.cannotDropCheckConstraintFeature(names), names))
}
