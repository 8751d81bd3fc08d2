package io.deltaward.commands

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types.StructType

import io.deltaward.concurrency.report.{ConflictEvent, ConflictEvents}
import io.deltaward.tables.{TableName, TableReader, TableResolver, TimeTravel}

/**
 * `SHOW COMMIT CONFLICTS [[FOR | IN] table] [LIMIT n]`: returns a [[io.deltaward.concurrency.report.ConflictEvent]] for each
 * winning commit to which a transaction of this application lost, from all its sessions, newest first.
 */
final case class ShowCommitConflicts(table: Option[TableName], limit: Option[Int])
    extends DeltawardCommand {

  override val output: Seq[Attribute] = Rows.attributes(ShowCommitConflicts.schema)

  override protected def rows(session: SparkSession): Seq[Product] = {
    val path = table.map(pathOf(session, _))
    val found = ConflictEvents.all.filter(event => path.forall(_ == event.tablePath)).reverse
    // A dropped table still has its conflicts. A name or path that never was a table has none, and is a slip.
    if (found.isEmpty) table.foreach(new TableReader(session).read(_, TimeTravel.Latest))
    limit.fold(found)(found.take)
  }

  private def pathOf(session: SparkSession, table: TableName): String = {
    val location = new TableResolver(session).resolve(table).location
    location.getFileSystem(session.sessionState.newHadoopConf()).makeQualified(location).toString
  }
}

object ShowCommitConflicts {
  private val schema: StructType = Rows.schema[ConflictEvent]
}
