package io.deltaward.policy

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.Access.{Read, Write}
import io.deltaward.clients.ClientRegistry

class PoliciesSuite extends AnyFunSuite {

  private def policies(required: Seq[String] = Nil, allowed: Seq[String] = Nil): Policies =
    new Policies(required, allowed, ClientRegistry.builtIn)

  test("a required client has a name, perhaps a version, and what it must be able to do") {
    assert(
      RequiredClient.parse("deltalake>=1.4 read, trino = 470  READ+WRITE, polars write,flink") ==
        Right(
          Seq(
            RequiredClient("deltalake", None, Required.AtLeast("1.4"), Set(Read)),
            RequiredClient("trino", None, Required.Exactly("470"), Set(Read, Write)),
            RequiredClient("polars", None, Required.Newest, Set(Write)),
            RequiredClient("flink", None, Required.Newest, Set(Read, Write))
          )
        )
    )
  }

  test("an entry may name an access path, with white space of any kind around it") {
    val rust = RequiredClient("deltalake", Some("rust"), Required.AtLeast("1.4"), Set(Read))
    Seq(
      "deltalake[rust]>=1.4 read",
      "deltalake [ rust ] >= 1.4\tread",
      "deltalake[rust]\u00a0>=1.4 Read"
    )
      .foreach(text => assert(RequiredClient.parse(text) == Right(Seq(rust)), text))
    assert(rust.text == "deltalake[rust]>=1.4 read")
  }

  private def malformed(text: String): String = RequiredClient.parse(text).left.toOption.get

  test("an entry of another form is named") {
    assert(malformed("trino read, polars sometimes").contains("'polars sometimes'"))
    Seq(
      "trino < 470 read",
      "'trino read'",
      "trino\u200b read",
      "trino[a[b]] read",
      "trino[rust]read"
    )
      .foreach(text => assert(malformed(text).contains("is not of the form"), text))
  }

  test("each of several mistakes is reported") {
    assert(malformed("trino read and write, duckdb =") ===
      "'trino read and write' is not of the form " + RequiredClient.form +
      "; 'duckdb =' is not of the form " + RequiredClient.form)
    assert(
      refused("trinoo read, duckdbb read") ===
        "there is no client trinoo; did you mean trino?; there is no client duckdbb; did you mean duckdb?"
    )
  }

  test("a list of clients names one at least") {
    Seq("", " ", ", ,").foreach(text => assert(malformed(text) == "it names no client"))
  }

  test("at least a version means that one and every known one after it") {
    val client = ClientRegistry.builtIn.find("deltalake").get
    val versions = RequiredClient("deltalake", None, Required.AtLeast("1.2"), Set(Read))
      .releasesOf(client)
      .map(_.version)
    assert(versions.exists(_.startsWith("1.2")) && versions.contains(client.newest.head.version))
    assert(!versions.exists(_.startsWith("0.")))
  }

  test("a client that the registry does not have is a problem, with the nearest name") {
    val problem = policies(Seq("trno read")).required.left.toOption.get
    assert(problem.key == "deltaward.requiredClients" && problem.problem.contains("trino"))
  }

  private def refused(text: String): String =
    policies(Seq(text)).required.left.toOption.fold(fail(s"$text is accepted"))(_.problem)

  test("what the registry does not know cannot be required: the policy would guard nothing") {
    assert(refused(
      "trino=9999 read"
    ).contains("not know well enough how trino reads tables in 9999"))
    assert(refused("fabric read+write").contains("No policy can require fabric, unless"))
    assert(refused("clickhouse read").contains("No policy can require clickhouse, unless"))
  }

  test("what a client never does cannot be required, and what it does is told") {
    val problem = refused("synapse write")
    assert(problem.contains("synapse-serverless-sql does not write tables"))
    assert(problem.endsWith("A policy can require: synapse-serverless-sql read"))
    assert(policies(Seq("synapse read")).required.isRight)
  }

  test("a way that harms others with every table cannot be required, and the problem says so") {
    val problem = refused("deltalake[optimize] write")
    assert(problem.contains("deltalake[optimize] harms others with every table that it writes"))
    assert(policies(Seq("deltalake write")).required.isRight)
  }

  test("where an older version is known the problem says which") {
    val problem = refused("flink read+write")
    assert(problem.contains("the newest known"), problem)
    assert(policies(Seq("trino>=454 read+write")).required.isRight)
    assert(refused("flink read").contains("flink>=3.0.0 read"))
  }

  test("of many versions the oldest and the newest are told") {
    assert(refused("delta-kernel-rs=0.1.0 write").endsWith("delta-kernel-rs write"))
    assert(refused("deltalake[to_pyarrow] write").endsWith(
      "deltalake[to_pyarrow] read, deltalake[to_pyarrow]>=0.15.3 write, " +
        "deltalake[to_pyarrow]>=0.20.2 write, deltalake[to_pyarrow]>=0.25.5 write"
    ))
  }

  test("an access path that the client does not have is a problem, with those that it has") {
    assert(
      refused("deltalake[rst] read") ==
        "deltalake has no access path 'rst'; it has rust, merge, delete, optimize, to_pyarrow"
    )
    assert(refused("deltalake[] read").contains("no access path ''"))
    assert(policies(Seq("deltalake[RUST] read")).required.isRight)
  }

  test("only the access path that is named is asked about") {
    val client = ClientRegistry.builtIn.find("deltalake").get
    def paths(text: String): Set[String] =
      RequiredClient.parse(text).toOption.get.flatMap(_.releasesOf(client)).map(_.accessPath).toSet
    assert(paths("deltalake read") == client.accessPaths.toSet)
    assert(paths("deltalake[rust]>=1.0 read") == Set("rust"))
  }

  test("whatever can be asked of a client is accepted, and what a problem proposes is") {
    ClientRegistry.builtIn.clients.foreach { client =>
      Seq("read", "write").foreach { access =>
        policies(Seq(s"${client.id} $access")).required.left.foreach { problem =>
          val (_, proposed) = problem.problem.splitAt(problem.problem.indexOf(": ") + 2)
          if (problem.problem.contains("A policy can require"))
            assert(policies(Seq(proposed)).required.isRight, problem.problem)
        }
      }
    }
  }

  test("a list of features names only those that there are, and an empty one allows none") {
    def problem(text: String): Option[String] =
      policies().problem(Policies.AllowedFeatures, text).map(_.problem)
    assert(problem("deletionVectors,\ttypeWidening-preview , ").isEmpty)
    assert(problem("deletionVector").get.endsWith("did you mean deletionVectors?"))
    assert(problem("appendOnly, deletionvectors").get.endsWith("did you mean deletionVectors?"))
    assert(problem("delta.feature.rowTracking").get.endsWith("did you mean rowTracking?"))
    assert(problem("d\u0435letionVectors").get.endsWith("did you mean deletionVectors?"))
    assert(problem("everything").contains("there is no table feature everything"))
    assert(problem("").isEmpty && policies(allowed = Seq("")).allowed.contains(Set.empty))
    assert(policies(allowed = Seq("deletionVectors", " ")).allowed.contains(Set.empty))
  }

  test("a list adds to the cluster's where it is not part of it") {
    assert(RequiredClient.adds("trino read, polars read", "duckdb read"))
    assert(RequiredClient.adds("trino read", " trino  READ"))
    assert(!RequiredClient.adds("trino read, polars read", "trino read"))
    assert(AllowedFeatures.adds("deletionVectors, rowTracking", "rowTracking"))
    assert(AllowedFeatures.adds("deletionVectors", "rowTracking") &&
      AllowedFeatures.adds("deletionVectors", ""))
    assert(AllowedFeatures.adds("deletionVectors", "deletionVectors "))
    assert(!AllowedFeatures.adds("deletionVectors", "rowTracking, deletionVectors"))
    assert(!AllowedFeatures.adds("", "rowTracking"))
  }

  test("of several lists that hold at once a feature must be on each") {
    assert(policies(allowed = Seq("a, b", "b, c")).allowed.contains(Set("b")))
    assert(policies().allowed.isEmpty)
  }

  private def in(settings: PolicySettings): Seq[(String, String)] =
    settings.effective.map(text => text.value -> text.source.toString)

  test("the table wins over the session, and under the lock all of them hold") {
    val all = PolicySettings(Some("c"), None, Some("s"), Some("t"), locked = false)
    assert(in(all) == Seq("t" -> "table"))
    assert(in(all.copy(table = None)) == Seq("s" -> "session"))
    assert(in(all.copy(table = None, session = None)) == Seq("c" -> "cluster"))
    assert(in(all.copy(locked = true)) == Seq("t" -> "table", "s" -> "session", "c" -> "lock"))
    assert(in(PolicySettings(Some("c"), None, None, None, locked = true)) == Seq("c" -> "cluster"))
    assert(in(PolicySettings(None, None, None, None, locked = true)).isEmpty)
  }

  test("the file takes the place of the cluster's setting, and under the lock holds beside it") {
    val file = Decided[String]("f", Source.File("/p.yaml", 4))
    val all = PolicySettings(Some("c"), Some(file), Some("s"), Some("t"), locked = false)
    assert(in(all) == Seq("t" -> "table"))
    assert(in(all.copy(table = None)) == Seq("s" -> "session"))
    assert(in(all.copy(table = None, session = None)) == Seq("f" -> "file"))
    val locked = all.copy(locked = true)
    assert(in(locked).map(_._1) == Seq("t", "s", "f", "c"))
    assert(locked.effective.map(_.source.keyOf("deltaward.x")) ==
      Seq("deltaward.x", "spark.deltaward.x", "/p.yaml, line 4", "spark.deltaward.x"))
    assert(in(locked.copy(table = None, session = None)) == Seq("f" -> "file", "c" -> "cluster"))
  }

  test("an empty policy replaces another one, and adds to it under the lock") {
    val empty = PolicySettings(Some("c"), None, Some(" "), None, locked = false)
    assert(empty.effective.map(_.value) == Seq(" "))
    assert(empty.copy(locked = true).effective.map(_.value) == Seq(" ", "c"))
  }
}
