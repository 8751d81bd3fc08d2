package io.deltaward.streams

import io.deltaward.features.TableDescriptor
import io.deltaward.streams.StreamOutcome.{GoesOn, Never, NewCheckpoint, Restart}

/**
 * What a change of a table does to its streams, without the options by which a stream can put up with more.
 *
 * @param reads  to one that reads the table, and has read all of it
 * @param writes to one that writes each column of the table
 */
final case class StreamEffects(reads: StreamOutcome, writes: StreamOutcome) {

  def text: String = s"reading: ${reads.text}; writing: ${writes.text}"

  /** The commit takes rows away, too, or puts others in their place. */
  def changingRows: StreamEffects = copy(reads = NewCheckpoint)
}

object StreamEffects {

  val none: StreamEffects = StreamEffects(GoesOn, GoesOn)

  /**
   * Of `DROP FEATURE`.
   *
   * @param feature in any case
   */
  def ofDrop(feature: String, table: TableDescriptor): StreamEffects =
    table.supported.find(_.equalsIgnoreCase(feature)).fold(none) { known =>
      between(table, table.disabling(known))
    }

  /** Of a commit that changes no row, by what it does to the schema. */
  def between(before: TableDescriptor, after: TableDescriptor): StreamEffects = {
    val (old, now) = (SchemaColumns.of(before), SchemaColumns.of(after))
    val kept = old.columns.keySet.intersect(now.columns.keySet)
    val gone = kept.size < old.columns.size
    val moved = old.isMapped &&
      (!now.isMapped || gone ||
        kept.exists(c => old.columns(c).physical != now.columns(c).physical))
    val wider = now.columns.size > kept.size ||
      kept.exists(c => old.columns(c).isNarrowerThan(now.columns(c)))
    val refused = gone ||
      kept.exists(c => !now.columns(c).takes(old.columns(c))) ||
      (now.columns -- kept).values.exists(_.isRequired)
    StreamEffects(
      if (moved) NewCheckpoint else if (gone || wider) Restart else GoesOn,
      if (refused) Never else GoesOn
    )
  }
}
