package io.deltaward.features

import io.deltaward.protocol.Feature

/**
 * The three states of a feature that rule P9 keeps apart.
 *
 * @param supported    whether the protocol lists or implies it
 * @param enabled      whether a table property or the schema turns it on for new writes; `None` if unknown
 * @param used         whether it left traces in live files, schema or log; `None` if unknown
 * @param usedEvidence the reason for `used`, or the reason why it is unknown
 * @param scanTells    whether a scan of files and log, which has not been done, would tell `used`
 * @param way          the table's way of using the feature, if clients tell several ways apart
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
