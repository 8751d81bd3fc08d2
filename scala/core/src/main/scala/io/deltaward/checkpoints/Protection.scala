package io.deltaward.checkpoints

import io.deltaward.log.{TableHistory, VersionState}
import io.deltaward.protocol.Boundary

/**
 * The current and earlier boundaries of a table that supports `checkpointProtection`.
 *
 * @param boundary  value of the table's property; 0 if the property is missing or not a number
 * @param stated    text of the property, if it is set
 * @param reached   highest boundary since the feature was added, as far as the log shows: what was protected once stays
 *                  protected (rule C5). A boundary above the version that set it is a mistake and does not count, because it
 *                  adds no protection
 * @param movedBack version that lowered or removed the boundary, if `reached` is above `boundary`
 */
final case class Protection(
    boundary: Long,
    stated: Option[String],
    reached: Long,
    movedBack: Option[Long]
) {

  /** Returns the boundary in force. A boundary that is too high is in force as well, until someone corrects it. */
  def highest: Long = boundary.max(reached)
}

object Protection {

  /** Returns the protection of a table; `None` if the newest version does not support the feature. */
  def fromHistory(history: TableHistory): Option[Protection] = {
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
    Boundary.fromProperties(state.protocol, state.properties)
}
