package io.deltaward.clients

/**
 * What the Delta that would run a fix knows: asked of Delta itself, never of a list of ours (rule D2).
 *
 * @param features  the names it supports
 * @param droppable those that its `ALTER TABLE ... DROP FEATURE` removes
 * @param truncating the droppable ones whose drop accepts `TRUNCATE HISTORY`; for the others Delta refuses the clause
 */
final case class RunningDelta(
    features: Set[String],
    droppable: Set[String],
    truncating: Set[String]
)
