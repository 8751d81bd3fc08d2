package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  TableFeature,
  TypeWideningPreviewTableFeature,
  TypeWideningTableFeature
}

/** Recognises the feature for columns with a wider type, and its preview. */
object TypeWideningFeature {

  def unapply(feature: TableFeature): Boolean =
    feature == TypeWideningTableFeature || feature == TypeWideningPreviewTableFeature
}
