package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{TableFeature, TypeWideningTableFeature}

/** Recognises the feature for columns with a wider type. Delta 3.2 only has the preview. */
object TypeWideningFeature {

  def unapply(feature: TableFeature): Boolean = feature == TypeWideningTableFeature
}
