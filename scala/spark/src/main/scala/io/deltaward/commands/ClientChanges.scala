package io.deltaward.commands

import org.apache.spark.sql.classic.SparkSession

import io.deltaward.clients.{Access, Losses}
import io.deltaward.features.TableStates

/** Which clients, at their newest known version, a change of a table takes access from, or gives it to. */
final class ClientChanges(session: SparkSession, before: TableStates, after: TableStates) {

  /** As `client version (access path)`; what is not known to be OK counts as lost. */
  def losing(access: Access): Seq[String] = between(before, after, access)

  /** Those that would lose it by the way back. */
  def gaining(access: Access): Seq[String] = between(after, before, access)

  private def between(from: TableStates, to: TableStates, access: Access): Seq[String] =
    releases.collect {
      case release if Losses.between(from, to, release).lost.contains(access) =>
        Seq(release.client, release.version, s"(${release.accessPath})")
          .filter(part => part.nonEmpty && part != "()")
          .mkString(" ")
    }

  private lazy val releases = ClientCatalog.of(session).clients.flatMap(_.newest)
}
