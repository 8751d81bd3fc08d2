package io.deltaward.features

import io.deltaward.protocol.Feature

/**
 * The three states of a feature that rule P9 keeps apart.
 *
 * @param supported    the protocol lists or implies it
 * @param enabled      a table property or the schema turns it on for new writes; `None` where nothing here tells
 * @param used         it left traces in live files, schema or log; `None` where nothing here tells
 * @param usedEvidence why `used` is what it is, or why it cannot be told
 * @param way          for a feature that is used in several ways which clients tell apart: which one
 */
final case class FeatureState(
    feature: Feature,
    supported: Boolean,
    enabled: Option[Boolean],
    used: Option[Boolean],
    usedEvidence: String,
    way: Option[String] = None
)
