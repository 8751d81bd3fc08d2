package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.commands.{DeltaPurgeOperation, DeltaRewriteTypeWideningOperation}

/** Finds the files that Delta rewrites for their deletion vectors or dropped columns. */
final private[deltaward] class FilesToPurge extends DeltaPurgeOperation
    with FootersInTasks
    with FilesToReorg

/** Finds the files that Delta rewrites because they are older than a change that widened a column. */
final private[deltaward] class FilesToWiden extends DeltaRewriteTypeWideningOperation
    with FootersInTasks
    with FilesToReorg
