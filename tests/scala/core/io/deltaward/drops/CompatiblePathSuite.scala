package io.deltaward.drops

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.clients.{
  Access,
  Case,
  FailsWhen,
  OtherFeatures,
  Release,
  RunningDelta,
  Support,
  Verdict
}
import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.clients.VerdictFixtures.{condition, on, states}
import io.deltaward.drops.TableChange.{Disuse, Drop, EnableVectors, Normalize}
import io.deltaward.features.{FeatureStates, TableDescriptor, Traces}
import io.deltaward.protocol.{Features, LowestProtocol, Protocol, ProtocolGenerators}

class CompatiblePathSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val delta = RunningDelta(
    features = Features.all.map(_.name).toSet,
    droppable = Set(
      "deletionVectors",
      "columnMapping",
      "domainMetadata",
      "rowTracking",
      "checkConstraints",
      "checkpointProtection",
      "v2Checkpoint"
    ),
    truncating = Set("deletionVectors", "columnMapping", "checkpointProtection", "v2Checkpoint")
  )

  private val anything: DropPolicy = (_, _, _) => true

  private def path(
      protocol: Protocol,
      release: Release,
      accesses: Seq[Access] = Access.all,
      policy: DropPolicy = anything,
      states: FeatureStates = FeatureStates.unknown,
      delta: RunningDelta = delta
  ): Either[NoPath, Seq[TableChange]] = for {
    goal <- Goal.fromReleases(Seq(release), accesses)
    changes <- new CompatiblePath(delta, policy, goal).plan(protocol, states)
  } yield changes

  private def lists(readers: String*)(writers: String*): Protocol =
    Protocol(3, 7, Some(readers.toSet), Some((readers ++ writers).toSet))

  private val plain = known(anyVersion)
  private val legacy = Set("appendOnly", "invariants")

  test("nothing to do where the client works already") {
    assert(path(Protocol(1, 2), release(plain, known(anyVersion, legacy))) === Right(Nil))
  }

  test("P7: if only protocol versions are in the way, they are lowered and nothing is dropped") {
    val reader = release(known(Set(1)))
    assert(path(lists()("appendOnly", "invariants"), reader, Seq(Access.Read)) ===
      Right(Seq(Normalize)))
  }

  test("D3: a reader gets the default drop, which is over at once") {
    val changes = path(lists("deletionVectors")(), release(plain, readOnly), Seq(Access.Read))
    assert(changes === Right(Seq(Drop("deletionVectors", truncatesHistory = false))))
  }

  test("D3: a writer that does not know checkpointProtection needs the history truncated") {
    val ignorant = release(plain, plain)
    val knows = release(plain, known(anyVersion, Set("checkpointProtection")))
    assert(path(lists("deletionVectors")(), ignorant) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = true))))
    assert(path(lists("deletionVectors")(), knows) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = false))))
  }

  test("D3: a reader needs the history truncated by a Delta that does not protect it") {
    val older = delta.copy(protectsHistory = false)
    val reader = release(plain, readOnly)
    val mapped = lists("columnMapping", "domainMetadata")("rowTracking")
    assert(path(mapped, reader, Seq(Access.Read), delta = older).map(_.map {
      case drop: Drop => drop.feature -> drop.truncatesHistory
      case other => other
    }) === path(mapped, reader, Seq(Access.Read)).map(_.map {
      case drop: Drop => drop.feature -> (drop.feature == "columnMapping")
      case other => other
    }))
  }

  /** A policy that does not allow checkpointProtection. */
  private val unprotected: DropPolicy =
    (_, _, after) => !after.supportedFeatures("checkpointProtection")

  test(
    "a policy against the default drop gets the truncating one; one against both gets the default"
  ) {
    val reader = release(plain, readOnly)
    assert(path(lists("deletionVectors")(), reader, Seq(Access.Read), unprotected) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = true))))
    assert(path(lists("deletionVectors")(), reader, Seq(Access.Read), (_, _, _) => false) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = false))))
    val mapped = lists("columnMapping", "deletionVectors")()
    var asked = Seq.empty[(String, Set[String], Set[String])]
    val recording: DropPolicy = (feature, gone, after) => {
      asked :+= ((feature, gone, after.supportedFeatures))
      true
    }
    path(mapped, reader, Seq(Access.Read), recording)
    assert(asked === Seq(
      ("columnMapping", Set.empty, Set("deletionVectors", "checkpointProtection")),
      ("deletionVectors", Set("columnMapping"), Set("checkpointProtection"))
    ))
  }

  test("there is no wait if it is enough to stop using a feature") {
    val fails = condition(FailsWhen.Used)
    val client = release(on("deletionVectors", fails), on("deletionVectors", fails))
    val used = states("deletionVectors" -> true)
    val both = lists("deletionVectors")("domainMetadata")
    assert(path(lists("deletionVectors")(), client, states = used) ===
      Right(Seq(Disuse("deletionVectors"))))
    assert(path(both, client, states = used) ===
      Right(Seq(Disuse("deletionVectors"), Drop("domainMetadata", truncatesHistory = false))))
    assert(path(lists("deletionVectors")(), client, Seq(Access.Read), states = used) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = false))))
    val unknown = FeatureStates(used.all.map(_.copy(used = None)))
    assert(path(lists("deletionVectors")(), client, states = unknown) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = true))))
    assert(path(lists("deletionVectors", "columnMapping")(), client, states = used).exists(
      !_.exists(_.isInstanceOf[Disuse])
    ))
  }

  test("a truncating drop first enables deletion vectors that are left, so that Delta sees them") {
    val off = states("deletionVectors" -> true)
    val unseen =
      FeatureStates(off.all.map(_.copy(enabled = Some(false))))
    val on = FeatureStates(off.all.map(_.copy(enabled = Some(true))))
    val vectors = lists("deletionVectors")()
    val drop = Drop("deletionVectors", truncatesHistory = true)
    assert(path(vectors, release(plain, plain), states = unseen) ===
      Right(Seq(EnableVectors, drop)))
    assert(path(vectors, release(plain, plain), states = on) === Right(Seq(drop)))
    assert(path(vectors, release(plain, readOnly), Seq(Access.Read), states = unseen) ===
      Right(Seq(Drop("deletionVectors", truncatesHistory = false))))
  }

  /** Returns a reader that reads every table, but is SILENTLY_WRONG on a table with all of these facts. */
  private def failingOn(when: String*): Support.Known =
    known(anyVersion, others = OtherFeatures.Ignored)
      .copy(cases = Seq(new Case(when, Verdict.SilentlyWrong, "some columns are null")))

  private def statesOf(table: TableDescriptor): FeatureStates =
    FeatureStates.forTable(table, Traces(deletionVectors = Some(1)))

  private val partitioned = TableDescriptor(
    lists("columnMapping")(),
    Map("delta.columnMapping.mode" -> "name"),
    """{"type":"struct","fields":[{"name":"day","type":"string","nullable":true,"metadata":{}}]}""",
    Seq("day")
  )

  test("a drop that writes checkpoints writes V2 ones, if the table asks for them") {
    val fails = condition(FailsWhen.Used)
    val client = release(
      known(anyVersion, conditions = Map("deletionVectors" -> fails, "v2Checkpoint" -> fails)),
      readOnly
    )
    // The table is younger than its first checkpoint.
    val young = states("deletionVectors" -> true, "v2Checkpoint" -> true)
    def unused(enabled: Boolean) = FeatureStates(young.all.map {
      case state if state.feature.name == "v2Checkpoint" =>
        state.copy(enabled = Some(enabled), used = Some(false))
      case state => state
    })
    val listed = lists("deletionVectors", "v2Checkpoint")()
    def planned(enabled: Boolean) =
      path(listed, client, Seq(Access.Read), states = unused(enabled)).map(_.map(_.step))
    assert(planned(enabled = true) ===
      Right(Seq("DROP FEATURE deletionVectors", "DROP FEATURE v2Checkpoint")))
    assert(planned(enabled = false) === Right(Seq("DROP FEATURE deletionVectors")))
    val vectorless = FeatureStates(unused(enabled = true).all.map(_.copy(used = Some(false))))
    assert(path(listed, client, Seq(Access.Read), states = vectorless) === Right(Nil))
  }

  test("what a path leaves meets the goal, once its own checkpoints are written") {
    val readers = Set("columnMapping", "deletionVectors", "v2Checkpoint")
    val features = readers ++ Set("checkpointProtection", "domainMetadata", "rowTracking")
    for (listed <- features.subsets(); failing <- features.subsets()) {
      val protocol = lists(listed.intersect(readers).toSeq: _*)(listed.toSeq: _*)
      val before = FeatureStates(states(listed.toSeq.map(_ -> true): _*).all.map { state =>
        state.copy(used = Some(state.feature.name != "v2Checkpoint"))
      })
      val fails = condition(FailsWhen.Used)
      val client = release(known(anyVersion, conditions = failing.map(_ -> fails).toMap), readOnly)
      val goal = Goal.fromReleases(Seq(client), Seq(Access.Read)).toOption.get
      new CompatiblePath(delta, anything, goal).plan(protocol, before).foreach { changes =>
        val after = changes.foldLeft(protocol)((p, change) => change.applyTo(p, delta))
        val disused = changes.collect { case Disuse(feature) => feature }.toSet
        val dropped = changes.collect { case Drop(feature, _) => feature }.toSet
        val writesCheckpoints = disused.nonEmpty || dropped.exists(delta.truncating)
        val left = if (writesCheckpoints) before.using(Set("v2Checkpoint")) else before
        assert(goal.isMet(after, left.disusing(disused)), s"$listed, $failing: $changes")
      }
    }
  }

  test("a case is judged by the features that the table would have, and by the shape that it has") {
    Seq("columnMapping", "columnMapping:enabled", "columnMapping:byNewName").foreach { fact =>
      val reader = release(failingOn(fact, "partitioned"))
      assert(
        path(partitioned.protocol, reader, Seq(Access.Read), states = statesOf(partitioned)) ===
          Right(Seq(Drop("columnMapping", truncatesHistory = false))),
        fact
      )
    }
    val stuck = release(failingOn("partitioned"))
    assert(path(partitioned.protocol, stuck, Seq(Access.Read), states = statesOf(partitioned)) ===
      Left(NoPath.NotTheTable(
        "someclient[only] read is SILENTLY_WRONG (partitioned: some columns are null)"
      )))
  }

  test("D3: a reader that fails on protected checkpoints needs the history truncated") {
    val table = TableDescriptor(
      lists("deletionVectors")(),
      Map("delta.enableDeletionVectors" -> "true")
    )
    Seq("checkpointProtection", "checkpointProtection:used").foreach { fact =>
      val support = failingOn(fact)
      val neither = release(support.copy(cases =
        support.cases :+ new Case(Seq("deletionVectors"), Verdict.Blocked, "no reader of these")
      ))
      assert(
        path(table.protocol, neither, Seq(Access.Read), states = statesOf(table)) ===
          Right(Seq(Drop("deletionVectors", truncatesHistory = true))),
        fact
      )
    }
  }

  test("D5: checkpointProtection goes last") {
    val protocol = lists("deletionVectors")("checkpointProtection")
    assert(path(protocol, release(plain, plain)) === Right(Seq(
      Drop("deletionVectors", truncatesHistory = true),
      Drop("checkpointProtection", truncatesHistory = true)
    )))
  }

  test("D6: dependent features go first, and features that are not in the way stay") {
    val protocol =
      Protocol(1, 7, None, Some(Set("rowTracking", "domainMetadata", "checkConstraints")))
    val writer = release(plain, known(anyVersion, Set("checkConstraints")))
    assert(path(protocol, writer) === Right(Seq(
      Drop("rowTracking", truncatesHistory = false),
      Drop("domainMetadata", truncatesHistory = false)
    )))
  }

  test("only the features that this Delta cannot drop are named") {
    val protocol = lists("timestampNtz", "deletionVectors")()
    assert(path(protocol, release(plain), Seq(Access.Read)) ===
      Left(NoPath.NotDroppable(Seq("timestampNtz"))))
  }

  test("a client that never writes, one of which nothing is known, and one that nothing helps") {
    assert(path(lists()(), release(plain), Seq(Access.Write)) ===
      Left(NoPath.NotOffered(Access.Write)))
    val unknown = Release.unknown("someclient", "9", "only", "nobody looked")
    assert(path(lists()(), unknown) === Left(NoPath.NoEvidence(Seq("nobody looked"))))
    val uncertain = release(known(anyVersion).copy(versions = None))
    assert(path(lists("deletionVectors")(), uncertain, Seq(Access.Read)) ===
      Left(NoPath.NotTheTable(
        "someclient[only] read is UNKNOWN (which values of minReaderVersion it accepts is not known)"
      )))
  }

  test("a version between two known ones is a goal where both are") {
    val (one, two) = (known(Set(1)), known(Set(1, 2)))
    val between = client(release(one, version = "1"), release(two, version = "3")).releasesAt("2")
    val reads = Goal.fromReleases(between, Seq(Access.Read)).toOption.get
    assert(reads.isMet(Protocol(1, 2), FeatureStates.unknown))
    assert(!reads.isMet(Protocol(2, 5), FeatureStates.unknown))
    assert(Goal.fromReleases(between, Seq(Access.Write)) === Left(NoPath.NotOffered(Access.Write)))
  }

  test("an access path without evidence is not part of the goal") {
    val (first, second) =
      (release(plain, path = "a"), Release.unknown("someclient", "1.0", "b", "nobody looked"))
    assert(Goal.fromReleases(Seq(first, second), Seq(Access.Read)).isRight)
    assert(Goal.fromReleases(Seq(first), Seq(Access.Read)).exists(
      !_.isMet(lists("deletionVectors")(), FeatureStates.unknown)
    ))
  }

  test("an access path that always harms others is not part of the goal if there is another") {
    val harm = new Case(Nil, Verdict.HarmsOthers, "others lose rows")
    val (both, vectors) = (known(anyVersion, legacy), lists("deletionVectors")())
    val careless = release(both, both.copy(alone = true, cases = Seq(harm)), path = "b")
    def needed(releases: Release*) = Goal.fromReleases(releases, Seq(Access.Write))
      .flatMap(new CompatiblePath(delta, anything, _).plan(vectors, FeatureStates.unknown))
    assert(needed(release(both, both, path = "a"), careless).isRight)
    assert(needed(careless) ===
      Left(NoPath.NotTheTable("someclient[b] write is HARMS_OTHERS (others lose rows)")))
  }

  test("what a path leaves meets the goal, whatever the table and the client") {
    forAll(ProtocolGenerators.valid, ProtocolGenerators.featureSet) {
      (protocol, names) =>
        val support =
          Support.Known(Some(anyVersion), names, Set.empty, Map.empty, OtherFeatures.Refused)
        val goal = Goal.fromReleases(Seq(release(support, support)), Access.all).toOption.get
        new CompatiblePath(delta, anything, goal).plan(protocol, FeatureStates.unknown) match {
          case Right(changes) =>
            val after = changes.foldLeft(protocol)((p, change) => change.applyTo(p, delta))
            assert(goal.isMet(after, FeatureStates.unknown))
          case Left(_) =>
            val supported = protocol.supportedFeatures
            val left = supported.filterNot(f =>
              Features.dropOrder(Set(f), supported).forall(delta.droppable)
            )
            assert(!goal.isMet(
              LowestProtocol.supporting(left.map(protocol.feature)),
              FeatureStates.unknown
            ))
        }
    }
  }
}
