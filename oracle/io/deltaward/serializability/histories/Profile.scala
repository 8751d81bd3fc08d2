package io.deltaward.serializability.histories

import io.deltaward.serializability.model.PartitionType
import io.deltaward.serializability.search.Level

/**
 * Which histories are drawn.
 *
 * @param weights    of the kinds of statements, as in `DrawOp`; a kind that is not there is not drawn
 * @param shapes     how likely each property of a table is, in percent
 * @param partitions what tables are partitioned by, where they are
 * @param concurrent the least and greatest number of transactions at the same time
 * @param before     the greatest number of transactions before, `after` of those after
 * @param files      the greatest number of files at the start
 * @param rows       the least and greatest number of different rows in each of them
 * @param none       of the values that partitions are made of, those that are missing, in percent
 */
final case class Profile(
    levels: Seq[Level],
    weights: Map[String, Int] = Profile.everything,
    shapes: Map[String, Int] = Profile.evenShapes,
    partitions: Seq[PartitionType] = PartitionType.all,
    concurrent: (Int, Int) = (2, 6),
    before: Int = 2,
    after: Int = 1,
    files: Int = 3,
    rows: (Int, Int) = (2, 5),
    none: Int = 12,
    surroundings: Surroundings = Surroundings.all
)

object Profile {

  val everything: Map[String, Int] = Map(
    "delete" -> 12,
    "update" -> 10,
    "merge" -> 12,
    "insert" -> 7,
    "insert select" -> 4,
    "insert count" -> 3,
    "insert unrecorded count" -> 3,
    "insert count of changes" -> 1,
    "update to greatest" -> 2,
    "append by hand" -> 3,
    "optimize" -> 6,
    "zorder" -> 2,
    "purge" -> 4
  )

  val evenShapes: Map[String, Int] = Map(
    "row tracking" -> 40,
    "change feed" -> 40,
    "column mapping" -> 30,
    "partitioned" -> 45,
    "commit timestamps" -> 25,
    "generated column" -> 20,
    "column default" -> 25,
    "nested column" -> 25,
    "hard bounds" -> 8
  )

  val serializable: Profile = Profile(Seq(Level.Serializable))

  val bothLevels: Profile = Profile(Seq(Level.Serializable, Level.WriteSerializable))

  /** With statements in a second JVM, which takes a while to start. */
  val twoJvms: Profile = bothLevels.copy(surroundings = Surroundings.all.copy(elsewhere = 15))
}
