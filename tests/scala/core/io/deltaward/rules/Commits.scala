package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Boundary
import io.deltaward.protocol.Protocol

/** Commits as the rules see them. */
object Commits {

  val plain: TableDescriptor = TableDescriptor(Protocol(1, 2), Map.empty)

  def side(reader: Int, writer: Int, readers: String*)(writers: String*)(
      properties: (String, String)*
  ): TableDescriptor = TableDescriptor(
    Protocol(
      reader,
      writer,
      Option.when(reader == 3)(readers.toSet),
      Option.when(writer == 7)(readers.toSet ++ writers)
    ),
    properties.toMap
  )

  /** A table whose checkpoints before `boundary` are protected. */
  def guarded(boundary: String): TableDescriptor =
    side(1, 7)("checkpointProtection")(Boundary.Property -> boundary)

  def commit(
      before: TableDescriptor,
      after: TableDescriptor,
      earliest: Long = 0,
      version: Long = 9
  ): Commit =
    Commit(
      operation = "TEST",
      version = version,
      before = Some(before),
      after = after,
      change = PropertyTreatment.Altering,
      protocolWritten = before.protocol != after.protocol,
      metadataWritten = before.properties != after.properties,
      defaults = Map.empty,
      knownOtherwise = Set.empty,
      historyCheckedByDelta = false,
      earliestReadableVersion = () => earliest,
      reachedBoundary = () => before.boundary.getOrElse(0L)
    )
}
