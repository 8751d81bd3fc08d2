package io.deltaward.policy

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.{Access, ClientRegistry}
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol

class ViolationsSuite extends AnyFunSuite {

  private def policies(required: Seq[String] = Nil, allowed: Seq[String] = Nil): Policies =
    new Policies(required, allowed, ClientRegistry.builtIn)

  private def table(features: String*): TableDescriptor = TableDescriptor(
    Protocol(3, 7, Some(features.toSet), Some(features.toSet)),
    Map("delta.enableDeletionVectors" -> features.contains("deletionVectors").toString)
  )

  private def lost(text: String, table: TableDescriptor): Seq[String] =
    Violations.ofClients(table, policies(Seq(text)))

  test("a client that cannot read the table, and the feature behind it") {
    assert(lost("delta-standalone read", table("deletionVectors")).exists { text =>
      text.startsWith("requiredClients: delta-standalone ") &&
      text.contains(" cannot read: deletionVectors")
    })
    assert(lost("delta-standalone read", TableDescriptor.empty).isEmpty)
  }

  /** Knows versions 1 to 3 of the access path `a`, and version 3 of `b` and `c`. */
  private val own: ClientRegistry = {
    def release(version: Int, path: String, features: String, others: String): String =
      s"""{"version": "$version", "accessPath": "$path",
         |"read": {"versions": [1, 3], "features": [$features], "otherFeatures": "$others"},
         |"write": {"noEvidence": "nobody tried"}, "evidence": "observed",
         |"verifiedAt": "2026-11-01", "sources": ["a run"]}""".stripMargin
    val vectors = "\"deletionVectors\""
    val releases = Seq(
      release(1, "a", "", "refused"),
      release(2, "a", "", "refused"),
      release(3, "a", vectors, "refused"),
      release(3, "b", "", "unknown"),
      release(3, "c", "", "ignored")
    ).mkString(", ")
    val client = s"""{"id": "own", "name": "Own", "releases": [$releases],
                    |"unknownFeatureBehaviour": {"read": "x", "write": "x"}}""".stripMargin
    ClientRegistry.builtIn.overlay(new ObjectMapper().readTree(client), "own.json").toOption.get
  }

  test("one text for versions that fare the same, and another for each access path") {
    val required = new Policies(Seq("own>=1 read"), Nil, own)
    assert(Violations.ofClients(table("deletionVectors"), required) == Seq(
      "requiredClients: own 1 to 2 (a) cannot read: deletionVectors",
      "requiredClients: own 3 (b) may not read correctly: nothing is known about its support of deletionVectors",
      "requiredClients: own 3 (c) is silently wrong when it tries to read: deletionVectors"
    ))
  }

  test("reading and writing that end alike are told at once") {
    val found = lost("delta-spark=1.0.0 read+write", table("deletionVectors"))
    assert(found.size == 1 && found.head.contains(" cannot read or write: "), found)
  }

  test("an access path of which nothing could be asked does not count") {
    val writers =
      new Policies(Seq("delta-spark write, deltalake write"), Nil, ClientRegistry.builtIn)
    assert(Violations.ofClients(TableDescriptor.empty, writers).isEmpty)
    val mute = for {
      (entry, client) <- writers.required.toOption.get
      release <- entry.releasesOf(client) if !Judgeable.judges(release, Access.Write)
    } yield release
    assert(mute.nonEmpty, "the test needs one")
  }

  test("a text that cannot be understood is a violation") {
    assert(lost("trno read", TableDescriptor.empty).exists(_.contains("did you mean trino?")))
  }

  test("features that no list allows, without those of every table") {
    val found = Violations.ofFeatures(
      table("deletionVectors", "v2Checkpoint", "appendOnly"),
      policies(allowed = Seq("deletionVectors"))
    )
    assert(found == Seq("allowedFeatures: v2Checkpoint is not allowed"))
    assert(Violations.ofFeatures(table("v2Checkpoint"), policies()).isEmpty)
  }
}
