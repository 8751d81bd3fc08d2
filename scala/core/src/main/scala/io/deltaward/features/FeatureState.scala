package io.deltaward.features

import io.deltaward.protocol.Feature

/**
 * The three states of a feature that rule P9 keeps apart.
 *
 * @param supported    the protocol lists or implies it
 * @param enabled      a table property or the schema turns it on for new writes; `None` where nothing here tells
 * @param used         it left traces in live files, schema or log; `None` where nothing here tells
 * @param usedEvidence why `used` is what it is, or why it cannot be told
 * @param scanTells    whether a scan of files and log would tell `used`, which nothing here does
 * @param way          of several ways to use the feature that clients tell apart, the one that the table has chosen
 */
final case class FeatureState(
    feature: Feature,
    supported: Boolean,
    enabled: Option[Boolean],
    used: Option[Boolean],
    usedEvidence: String,
    way: Option[String] = None,
    scanTells: Boolean = false
)
