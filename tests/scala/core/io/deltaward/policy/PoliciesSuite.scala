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
            RequiredClient("deltalake", Required.AtLeast("1.4"), Set(Read)),
            RequiredClient("trino", Required.Exactly("470"), Set(Read, Write)),
            RequiredClient("polars", Required.Newest, Set(Write)),
            RequiredClient("flink", Required.Newest, Set(Read, Write))
          )
        )
    )
  }

  test("what is of another form is named") {
    assert(RequiredClient.parse("trino read, polars sometimes") == Left("polars sometimes"))
    assert(RequiredClient.parse("trino < 470 read").isLeft)
  }

  test("at least a version means that one and every known one after it") {
    val client = ClientRegistry.builtIn.find("deltalake").get
    val versions = RequiredClient("deltalake", Required.AtLeast("1.2"), Set(Read))
      .of(client)
      .map(_.version)
    assert(versions.exists(_.startsWith("1.2")) && versions.contains(client.newest.head.version))
    assert(!versions.exists(_.startsWith("0.")))
  }

  test("a client that the registry does not have is a problem, with the nearest name") {
    val problem = policies(Seq("trno read")).required.left.toOption.get
    assert(problem.key == "deltaward.requiredClients" && problem.problem.contains("trino"))
  }

  test("of several lists that hold at once a feature must be on each") {
    assert(policies(allowed = Seq("a, b", "b, c")).allowed.contains(Set("b")))
    assert(policies().allowed.isEmpty)
  }

  test("the table wins over the session, and under the lock all of them hold") {
    val all = PolicySettings(Some("c"), Some("s"), Some("t"), locked = false)
    assert(all.effective == Seq("t"))
    assert(all.copy(table = None).effective == Seq("s"))
    assert(all.copy(locked = true).effective == Seq("t", "s", "c"))
    assert(PolicySettings(None, Some(" "), None, locked = false).effective.isEmpty)
  }
}
