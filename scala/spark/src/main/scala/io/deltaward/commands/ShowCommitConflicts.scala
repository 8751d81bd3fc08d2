package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.concurrency.report.{ConflictEvent, ConflictEvents}
import io.deltaward.tables.{TableName, TableResolver}

/**
 * `SHOW COMMIT CONFLICTS [[FOR | IN] table] [LIMIT n]`: returns a [[io.deltaward.concurrency.report.ConflictEvent]] for each
 * winning commit to which a transaction of this application lost, from all its sessions, newest first.
 */
final case class ShowCommitConflicts(table: Option[TableName], limit: Option[Int])
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ShowCommitConflicts.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val path = table.map { name =>
      val location = new TableResolver(session).resolve(name).location
      location.getFileSystem(session.sessionState.newHadoopConf()).makeQualified(location).toString
    }
    val found = ConflictEvents.all.filter(event => path.forall(_ == event.tablePath)).reverse
    limit.fold(found)(found.take)
  }
}

object ShowCommitConflicts {
  private val schema: StructType = Rows.schema[ConflictEvent]
}
