package io.deltaward.rules

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ClientRegistry
import io.deltaward.features.TableDescriptor
import io.deltaward.policy._
import io.deltaward.protocol.Protocol
import io.deltaward.rules.Commits._

class RuleLayersSuite extends AnyFunSuite {

  private val place = TablePlace(Seq(FullName("c", "s", "t")), Nil)
  private val modeKey = CommitRule.propertyKey(AllowedFeaturesRule.Name)

  private def file(values: (String, String)*): Option[Either[PoliciesFileProblem, PoliciesFile]] = {
    val texts = values.map { case (key, text) => key -> FileText(text, LineAndColumn(4, 5)) }
    val entry =
      FileEntry(TablePattern.Named(None, Some("s"), None), texts.toMap, LineAndColumn(3, 5))
    Some(Right(PoliciesFile.fromEntries("/p.yaml", Seq(entry))))
  }

  private val unread = Some(Left(PoliciesFileProblem("/p.yaml", Seq("the file does not exist"))))
  private val none = RuleLayers(Map.empty, Map.empty, locked = false, None)

  private def allowed(layers: RuleLayers, properties: (String, String)*): Seq[(String, String)] =
    layers.rulesAt(place, properties.toMap).texts(Policies.AllowedFeatures)
      .map(text => text.value -> text.source.toString)

  test(
    "table, session, file, cluster: the first that says something, or under the lock all of them"
  ) {
    val key = Policies.AllowedFeatures
    val all = RuleLayers(Map(key -> "c"), Map(key -> "s"), locked = false, file(key -> "f"))
    assert(allowed(all, key -> "t") == Seq("t" -> "table"))
    assert(allowed(all) == Seq("s" -> "session"))
    assert(allowed(all.copy(session = Map.empty)) == Seq("f" -> "file"))
    assert(allowed(all.copy(session = Map.empty, file = file(modeKey -> "warn"))) ==
      Seq("c" -> "cluster"))
    assert(allowed(all.copy(locked = true), key -> "t").map(_._1) == Seq("t", "s", "f", "c"))
  }

  test("without a file, the names and paths of the table are not looked up") {
    assert(none.rulesAt(fail("it is asked for"), Map.empty).mode(AllowedFeaturesRule.Name).value ==
      Mode.Enforce)
  }

  test("the file's mode holds for the tables that it is about") {
    val layers = none.copy(file = file(modeKey -> "off"))
    assert(layers.rulesAt(place, Map.empty).mode(AllowedFeaturesRule.Name).value == Mode.Off)
    assert(layers.rulesAt(TablePlace.nowhere, Map.empty).mode(AllowedFeaturesRule.Name).value ==
      Mode.Enforce)
  }

  test("while the file cannot be used every rule enforces, whatever the cluster's settings say") {
    val layers = none.copy(cluster = Map(modeKey -> "off"), file = unread)
    assert(layers.rulesAt(place, Map.empty).mode(AllowedFeaturesRule.Name) ==
      Decided[Mode](Mode.Enforce, Source.File("/p.yaml", 1)))
    assert(layers.rulesAt(place, Map(modeKey -> "warn")).mode(AllowedFeaturesRule.Name).value ==
      Mode.Warn)
  }

  private def judged(layers: RuleLayers, change: Commit): Seq[(String, String)] = {
    val policies = layers.rulesAt(place, Map.empty).policies(ClientRegistry.builtIn)
    CommitRule.all(policies, policies).flatMap(_.check(change)).map(f => f.rule -> f.condition)
  }

  private val vectors = side(3, 7, "deletionVectors")()()

  test(
    "an unusable file stops every change, by each rule that needs it, but no rows"
  ) {
    val layers = none.copy(file = unread)
    assert(judged(
      layers,
      commit(plain, vectors)
    ).filter(_._2 == "INVALID_POLICIES_FILE").map(_._1) ==
      Seq("validPolicy", "requiredClients", "allowedFeatures"))
    assert(judged(layers, commit(vectors, vectors)).isEmpty)
    val policies = layers.rulesAt(place, Map.empty).policies(ClientRegistry.builtIn)
    assert(new ValidPolicyRule(policies).checkPlanned(commit(plain, vectors)).size == 1)
    assert(new RequiredClientsRule(policies, policies).checkPlanned(commit(plain, vectors)).size ==
      1)
  }

  test("an unknown client anywhere in the file stops every change, too") {
    val layers = none.copy(file = file(Policies.RequiredClients -> "trno read"))
    val elsewhere = layers.rulesAt(TablePlace.nowhere, Map.empty).policies(ClientRegistry.builtIn)
    val found = new ValidPolicyRule(elsewhere).check(commit(plain, vectors))
    assert(found.map(_.condition) == Seq("INVALID_POLICIES_FILE"))
    assert(found.head.parameters("problems").startsWith("line 4, column 5: "))
  }

  test("a refusal names the file and the line") {
    val policies = none.copy(file = file(Policies.AllowedFeatures -> "")).rulesAt(place, Map.empty)
      .policies(ClientRegistry.builtIn)
    assert(new AllowedFeaturesRule(policies, policies).check(commit(
      plain,
      vectors
    )).map(_.parameters("policy")) ==
      Seq("/p.yaml, line 4"))
  }

  private val table = TableDescriptor(
    Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors"))),
    Map.empty
  )

  private def broken(layers: RuleLayers): Seq[String] =
    layers.rulesAt(place, Map.empty).violations(table, ClientRegistry.builtIn)

  test("a table breaks the policies whose rules run") {
    val both =
      Seq(Policies.AllowedFeatures -> "", Policies.RequiredClients -> "delta-standalone read")
    assert(broken(none).isEmpty)
    assert(broken(none.copy(file = file(both: _*))).map(_.takeWhile(_ != ':')).distinct ==
      Seq("requiredClients", "allowedFeatures"))
    assert(broken(none.copy(file =
      file(both :+ modeKey -> "off": _*)
    )).forall(_.startsWith("required")))
    assert(broken(none.copy(file = unread)) == Seq("policies: /p.yaml: the file does not exist"))
  }

  test("layers and registry can be sent to a task") {
    val sent = none.copy(file = file(Policies.AllowedFeatures -> ""))
    val bytes = new ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject((sent, ClientRegistry.builtIn))
    val in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray))
    val (layers, registry) = in.readObject().asInstanceOf[(RuleLayers, ClientRegistry)]
    assert(layers == sent && layers.rulesAt(place, Map.empty).violations(table, registry) ==
      Seq("allowedFeatures: deletionVectors is not allowed"))
  }
}
