package io.deltaward.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Access, Losses, Release}
import io.deltaward.conf.ClientCatalog
import io.deltaward.features.TableDescriptor

/** Which clients, at their newest known version, a change of a table takes access from, or gives it to. */
final class ClientChanges(session: SparkSession, before: TableDescriptor, after: TableDescriptor) {

  /** As `client version (access path)`; what is not known to be OK counts as lost. */
  def losing(access: Access): Seq[String] = names(lost, access)

  /** Those that would lose it by the way back. */
  def gaining(access: Access): Seq[String] = names(won, access)

  private lazy val releases = ClientCatalog.of(session).clients.flatMap(_.newest)
  private lazy val lost = between(before, after)
  private lazy val won = between(after, before)

  private def between(from: TableDescriptor, to: TableDescriptor): Seq[(Release, Seq[Access])] =
    releases.map(release => release -> Losses.between(from, to, release).lost)

  private def names(changes: Seq[(Release, Seq[Access])], access: Access): Seq[String] =
    changes.collect {
      case (release, accesses) if accesses.contains(access) =>
        Seq(release.client, release.version, s"(${release.accessPath})")
          .filter(part => part.nonEmpty && part != "()")
          .mkString(" ")
    }
}
