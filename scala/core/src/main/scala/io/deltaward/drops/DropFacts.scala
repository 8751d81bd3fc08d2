package io.deltaward.drops

/**
 * What the running Delta and the table say about dropping one feature.
 *
 * @param cleanup         what removes the feature's traces from the newest version, in order; empty where none are left
 * @param everyRun        what every run does whether traces are left or not
 * @param startsOver      whether `cleanup` makes Delta ask for a second run before history goes
 * @param release         what stands between the truncation of history and the lower protocol; `checkpointProtection`
 *                        only, of which truncation is the whole drop
 * @param protectsHistory whether older versions need the feature to be read (rule C6)
 * @param retention       milliseconds for which the log stays in the cleanup that follows each checkpoint; `None` where
 *                        there is no cleanup
 * @param usedUntil       the newest version that still needs the feature; `None` where none that is retained does
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
