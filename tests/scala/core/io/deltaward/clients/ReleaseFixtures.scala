package io.deltaward.clients

import java.time.LocalDate

/** Releases for tests. */
object ReleaseFixtures {
  val day: LocalDate = LocalDate.of(2026, 11, 1)

  def known(
      versions: Set[Int],
      features: Set[String] = Set.empty,
      uncertain: Set[String] = Set.empty,
      conditions: Map[String, Condition] = Map.empty,
      others: OtherFeatures = OtherFeatures.Refused
  ): Support.Known =
    Support.Known(
      Some(versions),
      features,
      uncertain,
      conditions.map { case (feature, condition) => feature -> Seq(condition) },
      others
    )

  val anyVersion: Set[Int] = (1 to 7).toSet

  /** Opens every table, and ignores features that it does not know. */
  def ignoring(features: String*): Support.Known =
    Support.Known(None, features.toSet, Set.empty, Map.empty, OtherFeatures.Ignored)

  val readOnly: Support.Known = known(Set.empty)

  def release(
      read: Support,
      write: Support = readOnly,
      version: String = "1.0",
      path: String = "only",
      evidence: Evidence = Evidence.Source
  ): Release =
    Release("someclient", version, path, read, write, Some(evidence), Some(day), Seq("a source"))

  def client(releases: Release*): Client =
    Client("someclient", "Some client", Nil, "fails", "fails", Set.empty, releases)
}
