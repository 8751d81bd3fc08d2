package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Features, Protocol, ProtocolGenerators}

class FixesSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val vectors = Set("deletionVectors")
  private val delta = RunningDelta(
    features = Features.all.map(_.name).toSet,
    droppable = Set("deletionVectors", "domainMetadata", "rowTracking", "checkConstraints"),
    truncating = vectors
  )
  private val fixes = new Fixes(delta)

  private def sql(
      protocol: Protocol,
      release: Release,
      table: String = "`db`.`t`"
  ): Option[String] =
    fixes.of(protocol, FeatureStates.unknown, release).map(_.sql(table))

  test("D1, D3: a droppable feature is dropped, with its history where Delta accepts that") {
    val protocol = Protocol(3, 7, Some(vectors), Some(vectors))
    assert(
      sql(protocol, release(known(Set(1, 2, 3)))) ===
        Some("ALTER TABLE `db`.`t` DROP FEATURE deletionVectors TRUNCATE HISTORY")
    )
  }

  test("D6: what depends on a feature is dropped before it, and without a clause Delta refuses") {
    val protocol = Protocol(1, 7, None, Some(Set("rowTracking", "domainMetadata")))
    val writer = release(known(anyVersion), known(anyVersion, Set("rowTracking")))
    assert(
      sql(protocol, writer) ===
        Some(
          "ALTER TABLE `db`.`t` DROP FEATURE rowTracking;\nALTER TABLE `db`.`t` DROP FEATURE domainMetadata"
        )
    )
  }

  test("a feature that cannot be dropped needs a copy of the table, beside it") {
    val protocol = Protocol(1, 7, None, Some(Set("clustering", "domainMetadata")))
    val writer = release(known(anyVersion), known(anyVersion, Set("domainMetadata")))
    assert(
      sql(protocol, writer) ===
        Some("CREATE TABLE `db`.`t_copy` USING delta AS SELECT * FROM `db`.`t`")
    )
    assert(
      sql(protocol, writer, "delta.`/data/t`") ===
        Some("CREATE TABLE delta.`/data/t_copy` USING delta AS SELECT * FROM delta.`/data/t`")
    )
  }

  test("P7: where only the numbers are in the way, they are lowered") {
    val protocol = Protocol(3, 7, Some(Set.empty), Some(Set("appendOnly", "invariants")))
    val old = release(known(Set(1)), known(Set(1, 2), Set("appendOnly", "invariants")))
    assert(sql(protocol, old) === Some("ALTER TABLE `db`.`t` NORMALIZE PROTOCOL"))
  }

  test("a copy is not offered where a column's type brings the feature back") {
    val ntz = Set("timestampNtz")
    assert(sql(Protocol(3, 7, Some(ntz), Some(ntz)), release(known(Set(1, 2, 3)))) === None)
  }

  test("a copy is not offered where Delta itself cannot read the table") {
    val future = Set("featureOfTheFuture")
    assert(sql(Protocol(3, 7, Some(future), Some(future)), release(known(Set(1, 2, 3)))) === None)
  }

  test("nothing is offered where all is well, nothing is known, or the protocol is invalid") {
    val protocol = Protocol(3, 7, Some(vectors), Some(vectors))
    val knows = known(anyVersion, vectors)
    assert(sql(protocol, release(knows, knows)) === None)
    assert(sql(protocol, Release.unknown("c", "1", "p", "nobody looked")) === None)
    assert(sql(protocol.copy(writerFeatures = None), release(known(Set(1)))) === None)
  }

  test("a client that only reads is not offered a copy to write to") {
    assert(sql(Protocol(1, 2), release(known(Set(1)))) === None)
  }

  test("D6: a drop never leaves behind what depends on a dropped feature") {
    forAll(ProtocolGenerators.featureSet) { names =>
      val protocol = ProtocolGenerators.listed(names)
      val all = new Fixes(delta.copy(droppable = delta.features))
      all.of(protocol, FeatureStates.unknown, release(known(Set(1, 2, 3)))) match {
        case Some(Fix.Drop(order, _)) =>
          order.zipWithIndex.foreach { case (name, place) =>
            assert(Features.dependents(name, names).forall(order.take(place).contains))
          }
        case _ => ()
      }
    }
  }
}
