package io.deltaward.drops.plans

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Access, Gains, Losses, Release}
import io.deltaward.features.TableDescriptor
import io.deltaward.files.ClientCatalog
import io.deltaward.rules.Commit

/** The clients, at their newest known version, that lose or gain access by a change of a table. */
final class ClientChanges(
    releases: Seq[Release],
    before: TableDescriptor,
    after: TableDescriptor
) {

  /**
   * Returns the clients that lose an access, as `client version (access path)`. An access that is not surely OK afterwards
   * counts as lost.
   */
  def losing(access: Access): Seq[String] = names(lost, access)

  /** Returns the clients that surely have an access afterwards, and did not surely have it before. */
  def gaining(access: Access): Seq[String] = names(won, access)

  private lazy val lost = releases.map(r => r -> Losses.find(before, after, r).lost)
  private lazy val won = releases.map(r => r -> Gains.find(before, after, r))

  private def names(changes: Seq[(Release, Seq[Access])], access: Access): Seq[String] =
    changes.collect {
      case (release, accesses) if accesses.contains(access) =>
        Seq(release.client, release.version, s"(${release.accessPath})")
          .filter(part => part.nonEmpty && part != "()")
          .mkString(" ")
    }
}

object ClientChanges {

  /** Compares a table before and after a change of its protocol and properties. Takes its files to have no signs. */
  def between(
      session: SparkSession,
      before: TableDescriptor,
      after: TableDescriptor
  ): ClientChanges = new ClientChanges(newest(session), before, after)

  /** Compares a table before and after a commit, each with the signs of its files. */
  def by(session: SparkSession, commit: Commit): ClientChanges = {
    val releases = newest(session)
    val judged = commit.withFilesFor(releases)
    new ClientChanges(releases, judged.before.getOrElse(TableDescriptor.empty), judged.after)
  }

  private def newest(session: SparkSession): Seq[Release] =
    ClientCatalog.forSession(session).clients.flatMap(_.newest)
}
