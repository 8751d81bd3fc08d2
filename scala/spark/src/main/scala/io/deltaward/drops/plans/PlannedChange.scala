package io.deltaward.drops.plans

import io.deltaward.drops.TableChange
import io.deltaward.streams.StreamEffects

/**
 * One statement of a plan.
 *
 * @param plan    figures of the statement
 * @param clients clients that gain or lose access
 * @param streams effects on running streams
 */
final case class PlannedChange(
    change: TableChange,
    plan: DropPlan,
    clients: ClientChanges,
    streams: StreamEffects
)

/**
 * A plan that makes a table compatible with a client.
 *
 * @param version version of the table for which the plan was made
 */
final case class CompatiblePlan(version: Long, steps: Seq[PlannedChange])
