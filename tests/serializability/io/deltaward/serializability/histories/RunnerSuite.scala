package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.{OracleSession, Side}
import io.deltaward.serializability.model._
import io.deltaward.serializability.model.Condition.IdIn
import io.deltaward.serializability.schedule.Step
import io.deltaward.serializability.search.Level

/** Whole runs on real tables, of statements that do something else than their model says. */
class RunnerSuite extends AnyFunSuite with OracleSession {

  private val files = Seq(Seq(1L, 2L, 3L).map(Record(_, 0, None, "f", "-0.0")))

  private def problems(ops: Op*): Seq[String] = {
    val steps = Step.concurrent(ops.indices)
    val history = History(Shape(Level.Serializable), files, ops, steps)
    new Runner(Side.Plain).run(history, Depth.Log).problems
  }

  /** Says that it leaves all as it is. */
  private case class Says(statement: String => String) extends Op {
    override def apply(contents: Bag): Effect = Effect(contents, None)
    override def sql(table: Target): String = statement(table.name)
  }

  test("a history that is as it should be has no problem") {
    assert(problems(Insert(Seq(Record(4, 1, Some(1), "T0", "NaN"))), Rewrite.Optimize).isEmpty)
  }

  test("a row that goes without a statement that takes it is found") {
    val found = problems(Says(t => s"DELETE FROM $t WHERE id = 2"))
    assert(found.exists(_.startsWith("no order of Serializable explains version 2")), found)
  }

  test("a row that comes without a statement that brings it is found") {
    val found = problems(Says(t => s"INSERT INTO $t SELECT * FROM $t WHERE id = 3"))
    assert(found.exists(_.startsWith("no order of Serializable explains version 2")), found)
  }

  test("a zero whose sign is lost is found") {
    val found = problems(Says(t => s"UPDATE $t SET d = 0.0 WHERE id = 1"))
    assert(found.exists(_.startsWith("no order of Serializable explains version 2")), found)
  }

  test("a statement that does nothing, though it should, is found") {
    val idle = new Op {
      override def apply(contents: Bag): Effect = Delete(IdIn(Seq(1)))(contents)
      override def sql(table: Target): String = s"DELETE FROM ${table.name} WHERE id = 99"
    }
    assert(problems(idle).exists(_.startsWith("wrote nothing")))
  }

  test("a failure that is no conflict is found") {
    val found = problems(Says(t => s"DELETE FROM $t WHERE no_such_column = 1"))
    assert(found.exists(_.startsWith("failed, though not by a conflict")), found)
  }
}
