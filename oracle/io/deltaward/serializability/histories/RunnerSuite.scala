package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.{OracleSession, Side}
import io.deltaward.serializability.model._
import io.deltaward.serializability.model.RowCondition.{And, IdIn, PartitionIs}
import io.deltaward.serializability.schedule.{Step, Upkeep}
import io.deltaward.serializability.search.Level

/** Runs whole histories on real tables. Most have a statement that does something else than its model says. */
class RunnerSuite extends AnyFunSuite with OracleSession {

  private val files = Seq(Seq(1L, 2L, 3L).map(Record(_, Some(0), None, "f", "-0.0")))

  private def problems(ops: Op*): Seq[String] = {
    val steps = Step.concurrent(ops.indices)
    val history = History(Shape(Level.Serializable), files, ops, steps)
    new Runner(Side.Plain).run(history, Depth.Log).problems
  }

  PartitionType.all.foreach { of =>
    test(
      s"a table partitioned by ${of.sql} is correct after another engine has written to it",
      Exhaustive.unless(of == PartitionType.Timestamps): _*
    ) {
      val shape = Shape(
        Level.Serializable,
        rowTracking = true,
        columnMapping = of == PartitionType.Doubles,
        partition = Some(of),
        generated = true,
        default = true,
        nested = true
      )
      val ops = Seq(
        AppendByHand(
          Seq(Record(7, Some(0), Some(1), "T0"), Record(8, None, None, "T0", "NaN")),
          1,
          FileLayout.all(PartitionType.all.indexOf(of) % FileLayout.all.size)
        ),
        Delete(And(PartitionIs(0), IdIn(Seq(3)))),
        Rewrite.Optimize,
        Insert(Seq(Record(9, Some(1), Some(2), "T3", Record.Default)))
      )
      val rows = (1L to 8L).map { id =>
        Record(id, Some(id.toInt % 4).filter(_ < 3), Some(id.toInt), "f")
      }
      val steps = Step.sequential(Seq(0)) ++ Seq(1, 2).map(Step.Start(_)) ++
        Seq(Step.Release(1)) ++ Upkeep.all.map(Step.Keep(_)) ++ Seq(Step.Release(2)) ++
        Step.sequential(Seq(3))
      val history = History(shape, Seq(rows), ops, steps, forms = Seq(3))
      val result = new Runner(Side.Extended).run(history, Depth.Rows)
      assert(result.problems.isEmpty, result.problems.mkString("\n"))
      assert(result.commits == ops.size)
    }
  }

  /** A statement whose model says that it changes nothing. */
  private case class Says(statement: String => String) extends Op {
    override def apply(contents: Bag): Effect = Effect(contents, None)
    override def sql(table: Target): String = statement(table.name)
  }

  test("a correct history has no problem") {
    val row = Record(4, Some(1), Some(1), "T0", "NaN")
    assert(problems(Insert(Seq(row)), Rewrite.Optimize).isEmpty)
  }

  test("a row that disappears without a statement is found") {
    val found = problems(Says(t => s"DELETE FROM $t WHERE id = 2"))
    assert(found.exists(_.startsWith("no order of Serializable explains version 2")), found)
  }

  test("a row that appears without a statement is found") {
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
