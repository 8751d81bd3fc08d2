package io.deltaward.checkpoints

import io.deltaward.log.{TableHistory, VersionState}
import io.deltaward.protocol.Boundary

/**
 * The boundary of a table that supports `checkpointProtection`, now and before.
 *
 * @param boundary  what the table's property says; 0 where it is missing or no number
 * @param stated    the property as it stands
 * @param reached   the highest boundary since the feature came in, as far as the log still shows: what was protected
 *                  once stays protected (rule C5). A boundary above the version that set it is a mistake and does not
 *                  count: it adds no protection
 * @param movedBack the version that lowered or removed it, where `reached` is above `boundary`
 */
final case class Protection(
    boundary: Long,
    stated: Option[String],
    reached: Long,
    movedBack: Option[Long]
) {

  /** The boundary that holds now. One that is too high holds as well, until somebody corrects it. */
  def highest: Long = boundary.max(reached)
}

object Protection {

  /** `None` where the newest version does not support the feature. */
  def of(history: TableHistory): Option[Protection] = {
    val boundaries = history.states.toSeq.reverse
      .map { case (version, state) => version -> boundary(state) }
      .takeWhile(_._2.isDefined)
      .collect { case (version, Some(boundary)) => version -> boundary }
    boundaries.headOption.map { case (_, now) =>
      val reached =
        boundaries.collect { case (version, boundary) if boundary <= version => boundary }
          .maxOption.getOrElse(0L)
      Protection(
        boundary = now,
        stated = history.newest.properties.get(Boundary.Property),
        reached = reached,
        movedBack =
          Option.when(reached > now)(boundaries.takeWhile(_._2 < reached).last._1)
      )
    }
  }

  private def boundary(state: VersionState): Option[Long] =
    Boundary.of(state.protocol, state.properties)
}
