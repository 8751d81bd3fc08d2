package io.deltaward.serializability.log

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

/** Checks that VACUUM without retention deletes nothing that the newest version needs. */
object Vacuumed {

  private val spared = Invariant("VACUUM keeps every file and deletion vector in use")

  private val Unlimited = "spark.databricks.delta.retentionDurationCheck.enabled"

  def findings(table: Path, session: SparkSession): Seq[Anomaly] =
    CopiedTable.withCopy(table) { copy =>
      val log = Log.read(copy)
      val before = new RowsByVersion(session, log).counts(log.newest)
      val asked = session.conf.getOption(Unlimited)
      session.conf.set(Unlimited, "false")
      try session.sql(s"VACUUM delta.`$copy` RETAIN 0 HOURS").collect()
      finally asked.fold(session.conf.unset(Unlimited))(session.conf.set(Unlimited, _))
      val unreadable = log.activeAt(log.newest).toSeq
        .flatMap(_.deletionVector)
        .flatMap(_.rows(copy).failed.toOption)
      val after = Try {
        val now = Log.read(copy)
        new RowsByVersion(session, now).counts(now.newest)
      }
      spared.unless(log.newest, unreadable.isEmpty && after.toOption.contains(before)) {
        s"$before, after VACUUM $after $unreadable"
      }
    }
}
