package io.deltaward.bench

import java.nio.file.Path

import scala.util.Try

/** Checks that a measurement compares what it says: the rules guard the expected side, and no other. */
object Guarded {

  private val Property = "delta.requireCheckpointProtectionBeforeVersion"

  def require(sides: Seq[Side], expected: Side, folder: Path, moment: String): Unit = {
    val refusing = sides.filter { side =>
      val table = s"delta.`${folder.resolve(s"guarded-$moment-${side.name}")}`"
      side.time(
        s"CREATE TABLE $table (id BIGINT) USING delta TBLPROPERTIES " +
          "('delta.feature.checkpointProtection' = 'supported')"
      )
      side.time(s"ALTER TABLE $table SET TBLPROPERTIES ('$Property' = '1')")
      Try(side.time(s"ALTER TABLE $table SET TBLPROPERTIES ('$Property' = '0')")).isFailure
    }
    Predef.require(refusing == Seq(expected), s"$moment: guarded are ${refusing.map(_.name)}")
  }
}
