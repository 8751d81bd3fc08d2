package io.deltaward.drops

/**
 * The facts about the running Delta and a table that decide how one feature is dropped.
 *
 * @param cleanup         steps that remove the feature's traces from the newest version, in order; empty if none are left
 * @param everyRun        steps that every run makes, whether traces are left or not
 * @param startsOver      whether `cleanup` makes Delta ask for a second run before history goes
 * @param release         step between the truncation of history and the lower protocol; only for `checkpointProtection`,
 *                        whose drop consists of the truncation
 * @param protectsHistory whether readers of older versions need the feature (rule C6)
 * @param retention       how long the cleanup after each checkpoint keeps the log, in milliseconds; `None` if there is no
 *                        cleanup
 * @param usedUntil       newest version that still needs the feature; `None` if no retained version does, or if this drop
 *                        does not depend on it
 */
final case class DropFacts(
    cleanup: Seq[DropStep],
    everyRun: Seq[DropStep],
    startsOver: Boolean,
    release: Option[DropStep],
    protectsHistory: Boolean,
    log: CleanableLog,
    retention: Option[Long],
    usedUntil: Option[Long]
)
