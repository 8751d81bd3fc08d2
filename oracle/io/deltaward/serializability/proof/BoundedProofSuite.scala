package io.deltaward.serializability.proof

import org.scalatest.Assertion
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.search.Level

/** Explores what `make proof` explores, with fewer transactions at a time. */
class BoundedProofSuite extends AnyFunSuite {

  /** One operation of each kind. */
  private val few = Set(
    "delete one row",
    "delete by a condition",
    "update one row into conditions",
    "conditional upsert",
    "upsert, source not kept",
    "insert",
    "insert select by a condition",
    "optimize"
  )

  private def explored(menu: Seq[Statement], transactions: Int): Explored = (for {
    level <- Seq(Level.Serializable, Level.WriteSerializable)
    layout <- Layout.all
  } yield new Exploration(level, layout.table, menu, transactions, Model.right).run())
    .foldLeft(Explored.none)(_ + _)

  private def sound(seen: Explored, atLeast: Long): Assertion = {
    info(seen.summary)
    assert(seen.violations.isEmpty, seen.violations.map(_.text).mkString("\n\n"))
    assert(seen.states == seen.commits, "a history is told twice, or two have one fingerprint")
    assert(seen.states >= atLeast && seen.resolved > 0 && seen.aborts > 0)
  }

  test("all histories of two transactions are explained, and their logs are sound") {
    sound(explored(Menu.all, transactions = 2), atLeast = 5000)
  }

  test("all histories of three transactions are explained, for some of the operations") {
    val part = Menu.all.filter(statement => few(statement.name))
    assert(part.size == few.size)
    sound(explored(part, transactions = 3), atLeast = 5000)
  }
}
