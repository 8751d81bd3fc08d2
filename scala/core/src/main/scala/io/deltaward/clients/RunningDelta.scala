package io.deltaward.clients

/**
 * The features known to the Delta that would run a fix. They come from Delta itself, never from a list of ours (rule
 * D2).
 *
 * @param features        names that it supports
 * @param droppable       names that its `ALTER TABLE ... DROP FEATURE` removes
 * @param truncating      droppable names whose drop accepts `TRUNCATE HISTORY`; Delta refuses the clause for the others
 * @param protectsHistory whether a drop without `TRUNCATE HISTORY` keeps the history that needs the feature, by
 *                        `checkpointProtection`; otherwise, the drop waits until that history is old enough to go
 */
final case class RunningDelta(
    features: Set[String],
    droppable: Set[String],
    truncating: Set[String],
    protectsHistory: Boolean = true
)
