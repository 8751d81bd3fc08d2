package io.deltaward.drops

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.clients.{
  Access,
  Case,
  Client,
  ClientRegistry,
  Release,
  RunningDelta,
  Verdict,
  Verdicts
}
import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.features.{FeatureStates, TableDescriptor, Traces}
import io.deltaward.protocol.{Features, Protocol, ProtocolGenerators}

class FixesSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val vectors = Set("deletionVectors")
  private val delta = RunningDelta(
    features = Features.all.map(_.name).toSet,
    droppable = Set("deletionVectors", "domainMetadata", "rowTracking", "checkConstraints"),
    truncating = vectors
  )
  private val anything: DropPolicy = (_, _, _) => true

  private def fix(
      protocol: Protocol,
      release: Release,
      others: Seq[Release] = Nil,
      delta: RunningDelta = delta
  ): Option[Fix] =
    new Fixes(delta, anything, TableDescriptor(protocol, Map.empty), FeatureStates.unknown).find(
      Verdicts.judge(protocol, FeatureStates.unknown, release),
      release,
      release +: others
    )

  /** Returns the SQL of the fix. A copy is `copy without` the features that it leaves out. */
  private def sql(protocol: Protocol, release: Release, others: Release*): Option[String] =
    fix(protocol, release, others).map {
      case statements: Fix.Statements => statements.sql("`db`.`t`")
      case compatible: Fix.MakeCompatible => compatible.sql("`db`.`t`")
      case Fix.Copy(without) => s"copy without ${without.mkString(", ")}"
    }

  private val withVectors = Protocol(3, 7, Some(vectors), Some(vectors))
  private val clustered = Protocol(1, 7, None, Some(Set("clustering", "domainMetadata")))

  test("D3: a client that only reads is helped by the plain drop, which is over at once") {
    assert(sql(withVectors, release(known(Set(1, 2, 3)))) ===
      Some("ALTER TABLE `db`.`t` DROP FEATURE deletionVectors"))
  }

  test("D3, D4: a fix that has to wait is MAKE COMPATIBLE, which can be run again") {
    val writer = release(known(anyVersion), known(anyVersion))
    assert(sql(withVectors, writer) ===
      Some("ALTER TABLE `db`.`t` MAKE COMPATIBLE WITH CLIENT 'someclient' '1.0'"))
    val mute = release(readOnly, known(anyVersion), version = "it's \\ new")
    assert(sql(withVectors, mute) ===
      Some(
        "ALTER TABLE `db`.`t` MAKE COMPATIBLE WITH CLIENT 'someclient' 'it\\'s \\\\ new' FOR WRITE"
      ))
  }

  private val tracked = Protocol(1, 7, None, Some(Set("rowTracking", "domainMetadata")))
  private val knowsTracking = release(known(anyVersion), known(anyVersion, Set("rowTracking")))

  test("D6: several statements are one MAKE COMPATIBLE") {
    assert(sql(tracked, knowsTracking) ===
      Some("ALTER TABLE `db`.`t` MAKE COMPATIBLE WITH CLIENT 'someclient' '1.0'"))
  }

  test("a case that depends on a droppable feature still gets a fix") {
    val table = TableDescriptor(withVectors, Map("delta.enableDeletionVectors" -> "true"))
    val harms = new Case(Seq("deletionVectors:used"), Verdict.HarmsOthers, "others lose rows")
    val knows = known(anyVersion, vectors + "checkpointProtection")
    val writer = release(knows, knows.copy(alone = true, cases = Seq(harms)))
    val states = FeatureStates.forTable(table, Traces(deletionVectors = Some(1)))
    val fixes = new Fixes(delta, anything, table, states)
    assert(fixes.steps(Verdicts.judge(withVectors, states, writer), writer, Seq(writer), Nil) ===
      Some(Seq("DROP FEATURE deletionVectors")))
  }

  test("the fix names its access path if another one needs more, or cannot be helped") {
    val named = "ALTER TABLE `db`.`t` MAKE COMPATIBLE WITH CLIENT 'someclient[only]' '1.0'"
    val stuck = release(known(anyVersion), known(Set(6)), path = "other")
    assert(sql(tracked, knowsTracking, stuck) === Some(named))
    val both = Protocol(3, 7, Some(vectors), Some(vectors ++ Set("rowTracking", "domainMetadata")))
    val vectorsToo = knowsTracking.copy(
      read = known(anyVersion, vectors),
      write = known(anyVersion, Set("rowTracking") ++ vectors)
    )
    val needsMore = release(known(Set(1)), known(Set(1, 2)), path = "other")
    assert(sql(both, vectorsToo, needsMore) === Some(named))
  }

  test("no fix for one access path breaks another") {
    val plain = release(known(Set(1, 2, 3)))
    val neighbour = release(known(anyVersion, vectors), known(Set(7), vectors), path = "other")
    assert(sql(withVectors, plain).isDefined)
    assert(sql(withVectors, plain, neighbour) === None)
  }

  private val constrained = Protocol(1, 3)
  private val noConstraints =
    release(known(Set(1)), known(Set(1, 2), Set("appendOnly", "invariants")))

  test("D2: what Delta asks for before a drop comes first, and a drop that it refuses is no fix") {
    def of(table: TableDescriptor, release: Release): Option[Fix] =
      new Fixes(
        delta.copy(droppable = delta.features),
        anything,
        table,
        FeatureStates.unknown
      ).find(
        Verdicts.judge(table.protocol, FeatureStates.unknown, release),
        release,
        Seq(release)
      )
    val table = TableDescriptor(constrained, Map("delta.constraints.over zero" -> "id > 0"))
    assert(of(table, noConstraints).collect { case fix: Fix.Statements => fix.sql("t") } === Some(
      "ALTER TABLE t DROP CONSTRAINT `over zero`;\nALTER TABLE t DROP FEATURE checkConstraints"
    ))
    def mapped(column: String) = TableDescriptor(
      Protocol(2, 7, None, Some(Set("columnMapping"))),
      Map("delta.columnMapping.mode" -> "name"),
      s"""{"type":"struct","fields":[{"name":"$column","type":"long","nullable":true,"metadata":{}}]}"""
    )
    val unmapped = release(known(Set(1)))
    assert(of(mapped("id"), unmapped).isDefined)
    assert(!of(mapped("the id"), unmapped).exists(_.isInstanceOf[Fix.Statements]))
    val future = Protocol(3, 7, Some(vectors), Some(vectors + "featureOfTheFuture"))
    assert(!of(TableDescriptor(future, Map.empty), unmapped).exists(_.isInstanceOf[Fix.Statements]))
  }

  test("a fix for reading alone is offered if writing cannot be fixed and nothing breaks") {
    val uncertain = known(anyVersion, uncertain = Set("appendOnly"))
    val mapped = Protocol(3, 7, Some(vectors), Some(vectors + "appendOnly"))
    assert(sql(mapped, release(known(Set(1, 2, 3)), uncertain)) ===
      Some("ALTER TABLE `db`.`t` MAKE COMPATIBLE WITH CLIENT 'someclient' '1.0' FOR READ"))
    val onlyThree = release(known(Set(3), vectors), known(Set(1)).copy(alone = true))
    assert(sql(withVectors, onlyThree) === None)
    val anyReader = onlyThree.copy(read = known(anyVersion, vectors))
    assert(sql(withVectors, anyReader).exists(_.contains("MAKE COMPATIBLE")))
  }

  test("a statement that has to wait says so") {
    val waits =
      Fix.Statements(Nil, Seq(TableChange.Drop("deletionVectors", truncatesHistory = true)))
    assert(waits.sql(
      "t"
    ).matches("ALTER TABLE t DROP FEATURE deletionVectors TRUNCATE HISTORY -- waits until .*"))
    val atOnce =
      Fix.Statements(Nil, Seq(TableChange.Drop("deletionVectors", truncatesHistory = false)))
    assert(!atOnce.sql("t").contains("--"))
  }

  test("a feature that cannot be dropped needs a copy of the table") {
    val knows = Set("appendOnly", "invariants", "domainMetadata")
    val writer = release(known(anyVersion), known(anyVersion, knows))
    assert(sql(clustered, writer) === Some("copy without clustering"))
    assert(Fix.Copy.sql(
      "`db`.`t`",
      Fix.Copy.names("`db`.`t`").next(),
      Seq("*"),
      Nil,
      Map.empty,
      Seq("its history")
    ) ===
      "CREATE TABLE `db`.`t_copy` USING delta AS SELECT * FROM `db`.`t` /* not copied: its history */")
    assert(
      Fix.Copy.sql(
        "delta.`/data/t`",
        Fix.Copy.names("delta.`/data/t`").drop(1).next(),
        Seq("id", "day"),
        Seq("day"),
        Map("team" -> "it's a"),
        Seq("its history", "constraint c")
      ) ===
        "CREATE TABLE delta.`/data/t_copy2` USING delta PARTITIONED BY (`day`) TBLPROPERTIES ('team' = 'it\\'s a') " +
        "AS SELECT id, day FROM delta.`/data/t` /* not copied: its history, constraint c */"
    )
  }

  test("P7: if only the protocol versions are in the way, they are lowered") {
    val protocol = Protocol(3, 7, Some(Set.empty), Some(Set("appendOnly", "invariants")))
    val old = release(known(Set(1)), known(Set(1, 2), Set("appendOnly", "invariants")))
    assert(sql(protocol, old) === Some("ALTER TABLE `db`.`t` NORMALIZE PROTOCOL"))
  }

  test("a copy is not offered where Delta itself cannot read the table") {
    val future = Set("featureOfTheFuture")
    assert(sql(Protocol(3, 7, Some(future), Some(future)), release(known(Set(1, 2, 3)))) === None)
  }

  test("nothing is offered where all is well, nothing is known, or the protocol is invalid") {
    val knows = known(anyVersion, vectors)
    assert(sql(withVectors, release(knows, knows)) === None)
    assert(sql(withVectors, Release.unknown("c", "1", "p", "nobody looked")) === None)
    assert(sql(withVectors.copy(writerFeatures = None), release(known(Set(1)))) === None)
  }

  test("a copy is not offered to a client that would refuse the copy as well") {
    val sevenOnly = release(known(anyVersion), known(Set(7), Set("domainMetadata")))
    val notWhatEveryNewTableHas =
      release(known(anyVersion), known(anyVersion, Set("domainMetadata")))
    assert(sql(clustered, sevenOnly) === None)
    assert(sql(clustered, notWhatEveryNewTableHas) === None)
  }

  test("a client that only reads is not offered a copy to write to") {
    assert(sql(Protocol(1, 2), release(known(Set(1)))) === None)
  }

  private val clients: Seq[Client] = ClientRegistry.builtIn.clients

  test("what is offered is what MAKE COMPATIBLE does, for every client and table") {
    forAll(ProtocolGenerators.valid) { protocol =>
      clients.flatMap(_.newest).foreach { release =>
        fix(protocol, release).foreach {
          case Fix.Statements(Nil, Seq(one)) =>
            val ways = Seq(Access.all, Seq(Access.Read), Seq(Access.Write)).flatMap { accesses =>
              Goal.fromReleases(Seq(release), accesses.filter(release.dependsOnTable)).toSeq.map(
                new CompatiblePath(delta, anything, _).plan(protocol, FeatureStates.unknown)
              )
            }
            assert(ways.contains(Right(Seq(one))), s"$release: $one")
          case _ => ()
        }
      }
    }
  }

  test("D6: a drop never leaves behind what depends on a dropped feature") {
    forAll(ProtocolGenerators.featureSet) { names =>
      val stuck = release(known(Set(6)), path = "other")
      val all = delta.copy(droppable = delta.features)
      fix(ProtocolGenerators.listed(names), release(known(Set(1, 2, 3))), Seq(stuck), all) match {
        case Some(Fix.Statements(_, changes)) =>
          val order = changes.collect { case TableChange.Drop(name, _) => name }
          order.zipWithIndex.foreach { case (name, place) =>
            assert(Features.dependents(name, names).forall(order.take(place).contains))
          }
        case _ => ()
      }
    }
  }
}
