package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.TableDescriptor
import io.deltaward.rules.Commits._

class ReadableClusteringSuite extends AnyFunSuite {

  private def mapped(mode: String): TableDescriptor =
    side(2, 7, "columnMapping")("clustering")("delta.columnMapping.mode" -> mode)

  private val unmapped = side(1, 7)("clustering")()

  private def clustered(before: TableDescriptor, after: TableDescriptor): Commit =
    commit(before, after).copy(clusteringByPhysicalNames = () => Seq("k", "`a b`.c"))

  private def found(commit: Commit): Seq[Finding] = ValidProtocol.check(commit)

  private val refused = Seq(
    Finding("validProtocol", "CLUSTERING_UNREADABLE", Map("columns" -> "k, `a b`.c"))
  )

  test("removing column mapping from a clustered table is refused") {
    for (mode <- Seq("name", "id"); after <- Seq(unmapped, mapped("none"), mapped("NONE")))
      assert(found(clustered(mapped(mode), after)) == refused)
  }

  test("a table that is not clustered by physical names can lose column mapping") {
    assert(found(commit(mapped("name"), unmapped)).isEmpty)
  }

  test("the rule looks up the clustering only if the commit removes column mapping") {
    val other = commit(mapped("name"), mapped("name").copy(partitionColumns = Seq("p")))
    assert(found(other.copy(clusteringByPhysicalNames = () => fail("looked up"))).isEmpty)
  }

  test("RESTORE, CLONE and REPLACE can remove column mapping") {
    Seq(PropertyTreatment.Replacing(Set.empty), PropertyTreatment.Cloning(Set.empty)).foreach {
      change =>
        assert(found(clustered(mapped("name"), unmapped).copy(change = change)).isEmpty)
    }
  }

  test("a planned commit of a known statement is refused before files are rewritten") {
    val planned = clustered(mapped("name"), unmapped)
    assert(ValidProtocol.checkPlanned(planned.copy(operation = "DROP FEATURE")) == refused)
    assert(ValidProtocol.checkPlanned(planned.copy(operation = "RESTORE")).isEmpty)
  }
}
