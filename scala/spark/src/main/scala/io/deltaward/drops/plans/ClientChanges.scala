package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Access, Gains, Losses, Release}
import io.deltaward.features.TableDescriptor
import io.deltaward.files.ClientCatalog

/** Which clients, at their newest known version, a change of a table takes access from, or gives it to. */
final class ClientChanges(session: SparkSession, before: TableDescriptor, after: TableDescriptor) {

  /** As `client version (access path)`; what is not known to be OK counts as lost. */
  def losing(access: Access): Seq[String] = names(lost, access)

  /** Those to which it surely is open afterwards, and was not before. */
  def gaining(access: Access): Seq[String] = names(won, access)

  private lazy val releases = ClientCatalog.of(session).clients.flatMap(_.newest)
  private lazy val lost = releases.map(r => r -> Losses.between(before, after, r).lost)
  private lazy val won = releases.map(r => r -> Gains.between(before, after, r))

  private def names(changes: Seq[(Release, Seq[Access])], access: Access): Seq[String] =
    changes.collect {
      case (release, accesses) if accesses.contains(access) =>
        Seq(release.client, release.version, s"(${release.accessPath})")
          .filter(part => part.nonEmpty && part != "()")
          .mkString(" ")
    }
}
