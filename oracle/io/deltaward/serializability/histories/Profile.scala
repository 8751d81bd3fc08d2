package io.deltaward.serializability.histories

import io.deltaward.RunningDelta
import io.deltaward.serializability.model.PartitionType
import io.deltaward.serializability.schedule.Upkeep
import io.deltaward.serializability.search.Level

/**
 * The distribution that histories are drawn from.
 *
 * @param weights    weights of the kinds of statements in `DrawOp`; a missing kind is never drawn
 * @param shapes     probability of each property of a table, in percent
 * @param partitions types that partitioned tables are partitioned by
 * @param concurrent least and greatest number of concurrent transactions
 * @param before     greatest number of transactions before those
 * @param after      greatest number of transactions after them
 * @param files      greatest number of files at the start
 * @param rows       least and greatest number of different rows in each of these files
 * @param none       probability that a partition value is missing, in percent
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
) {

  /**
   * Leaves out what SQL cannot do with the running Spark and Delta: generated columns and variables before Delta 4.0,
   * commit timestamps and VACUUM LITE before 3.3. Delta 3.2 also lets no observer stop a RESTORE before its commit.
   */
  def possible: Profile =
    if (RunningDelta.isAtLeast("4.0")) this
    else {
      val isOlder = !RunningDelta.isAtLeast("3.3")
      copy(
        shapes = shapes -- Profile.generated --
          (if (isOlder) Seq("commit timestamps") else Nil),
        partitions = partitions.filter(_.column == "k"),
        surroundings = surroundings.copy(
          named = 0,
          restored = if (isOlder) 0 else surroundings.restored,
          upkeep =
            if (isOlder) surroundings.upkeep - Upkeep.Vacuum else surroundings.upkeep
        )
      )
    }
}

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

  private val generated = Seq("generated column", "nested column", "hard bounds")

  val serializable: Profile = Profile(Seq(Level.Serializable))

  val bothLevels: Profile = Profile(Seq(Level.Serializable, Level.WriteSerializable))

  /** Also runs statements in a second JVM, which takes a while to start. */
  val twoJvms: Profile = bothLevels.copy(surroundings = Surroundings.all.copy(elsewhere = 15))
}
