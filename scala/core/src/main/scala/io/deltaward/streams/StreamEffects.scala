package io.deltaward.streams

import io.deltaward.features.TableDescriptor
import io.deltaward.streams.StreamOutcome.{GoesOn, Never, NewCheckpoint, Restart}

/**
 * The effects of a table change on the table's streams, if these set no options such as `skipChangeCommits`.
 *
 * @param reads  outcome for a stream that has read the whole table
 * @param writes outcome for a stream that writes every column of the table
 */
final case class StreamEffects(reads: StreamOutcome, writes: StreamOutcome) {

  def text: String = s"reading: ${reads.text}; writing: ${writes.text}"

  /** Returns the effects of the change if it also deletes or replaces rows. */
  def changingRows: StreamEffects = copy(reads = NewCheckpoint)
}

object StreamEffects {

  val none: StreamEffects = StreamEffects(GoesOn, GoesOn)

  /**
   * Returns the effects of `DROP FEATURE`.
   *
   * @param feature name of the feature, in any case
   */
  def ofDrop(feature: String, table: TableDescriptor): StreamEffects =
    table.supported.find(_.equalsIgnoreCase(feature)).fold(none) { known =>
      compare(table, table.disabling(known))
    }

  /** Returns the effects of a schema change that changes no rows. */
  def compare(before: TableDescriptor, after: TableDescriptor): StreamEffects = {
    val (old, now) = (SchemaColumns.fromTable(before), SchemaColumns.fromTable(after))
    StreamEffects(
      reads =
        if (losesPhysicalNames(old, now)) NewCheckpoint
        else if (losesColumns(old, now) || mayHoldMore(old, now)) Restart
        else GoesOn,
      writes = if (losesColumns(old, now) || refusesValues(old, now)) Never else GoesOn
    )
  }

  private def losesColumns(old: SchemaColumns, now: SchemaColumns): Boolean =
    !old.columns.keySet.subsetOf(now.columns.keySet)

  /**
   * Checks whether a column loses the physical name by which streams read it. A stream reads mapped columns by the
   * physical names that they had at its start.
   */
  private def losesPhysicalNames(old: SchemaColumns, now: SchemaColumns): Boolean = old.isMapped &&
    (!now.isMapped || losesColumns(old, now) || pairs(old, now).exists { case (was, is) =>
      was.physical != is.physical
    })

  private def mayHoldMore(old: SchemaColumns, now: SchemaColumns): Boolean =
    added(old, now).nonEmpty || pairs(old, now).exists { case (was, is) => is.mayHoldMoreThan(was) }

  private def refusesValues(old: SchemaColumns, now: SchemaColumns): Boolean =
    added(old, now).exists(_.isRequired) ||
      pairs(old, now).exists { case (was, is) => !is.acceptsValuesOf(was) }

  private def added(old: SchemaColumns, now: SchemaColumns): Iterable[SchemaColumn] =
    (now.columns -- old.columns.keySet).values

  private def pairs(
      old: SchemaColumns,
      now: SchemaColumns
  ): Iterable[(SchemaColumn, SchemaColumn)] =
    for {
      (name, was) <- old.columns
      is <- now.columns.get(name)
    } yield was -> is
}
