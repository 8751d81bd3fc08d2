package io.deltaward.serializability.histories

import io.deltaward.serializability.search.Level

/**
 * Which histories are drawn.
 *
 * @param weights    of the kinds of statements, as in `Draw.Kinds`; a kind that is not there is not drawn
 * @param shapes     how likely each property of a table is, in percent
 * @param concurrent the least and greatest number of transactions at the same time
 * @param before     the greatest number of transactions before, `after` of those after
 * @param files      the greatest number of files at the start
 * @param rows       the least and greatest number of different rows in each of them
 */
final case class Profile(
    levels: Seq[Level],
    weights: Map[String, Int] = Profile.everything,
    shapes: Map[String, Int] = Profile.evenShapes,
    concurrent: (Int, Int) = (2, 6),
    before: Int = 2,
    after: Int = 1,
    files: Int = 3,
    rows: (Int, Int) = (2, 5)
)

object Profile {

  val everything: Map[String, Int] = Map(
    "delete" -> 6,
    "update" -> 6,
    "merge" -> 6,
    "insert" -> 4,
    "insert select" -> 2,
    "insert count" -> 1,
    "optimize" -> 3,
    "zorder" -> 1,
    "purge" -> 2
  )

  val evenShapes: Map[String, Int] = Map(
    "row tracking" -> 40,
    "change feed" -> 40,
    "column mapping" -> 30,
    "partitioned" -> 25,
    "commit timestamps" -> 25
  )

  val serializable: Profile = Profile(Seq(Level.Serializable))

  val bothLevels: Profile = Profile(Seq(Level.Serializable, Level.WriteSerializable))
}
