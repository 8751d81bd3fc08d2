package io.deltaward.serializability.histories

import io.delta.exceptions.{ConcurrentAppendException, ConcurrentDeleteReadException}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.model.{
  Bag,
  ColumnChange,
  Delete,
  InsertCountOfChanges,
  Op,
  Record,
  Rewrite,
  UpdateBesideFiles
}
import io.deltaward.serializability.model.RowCondition.{Always, IdIn}
import io.deltaward.serializability.schedule.{Outcome, Ran, Statement, Step}
import io.deltaward.serializability.search.Level

class ConservativitySuite extends AnyFunSuite {

  private val rows = Seq(1L, 2L).map(Record(_, Some(0), Some(1), "f"))
  private val history = History(
    Shape(Level.Serializable),
    Seq(rows),
    Seq(Delete(IdIn(Seq(1))), Delete(IdIn(Seq(2)))),
    Step.concurrent(Seq(1, 0))
  )

  private def result(outcomes: Outcome*)(contents: (Long, Bag)*): Result = Result(
    history,
    outcomes.map(Ran(Statement("DELETE"), 1, _)),
    contents.toMap,
    Nil
  )

  private def committed(version: Long) = Outcome.Committed(Seq(version), Some(1))
  private val lost = Outcome.Aborted(new IllegalStateException("lost"))
  private val plain = result(lost, committed(2))(2L -> Bag(rows.take(1)))

  test("a commit where plain Delta aborts is no difference") {
    val more = result(committed(3), committed(2))(2L -> Bag(rows.take(1)), 3L -> Bag.empty)
    assert(Conservativity.differences(plain, more).isEmpty)
  }

  test("an abort where plain Delta commits is a difference") {
    val less = result(lost, lost)()
    assert(Conservativity.differences(plain, less).size == 1)
  }

  test("a compaction that is released twice may commit the first or the second time") {
    val steps = Seq(0, 1).map(Step.Start(_)) ++
      Seq(Step.Attempt(0), Step.Release(1), Step.Release(0))
    def differences(of: Op): Seq[String] = {
      val twice = history.copy(ops = history.ops.updated(0, of), steps = steps)
      val (now, later) = (committed(2), committed(3))
      val contents = Seq(2L, 3L).map(_ -> Bag(rows))
      Conservativity.differences(
        result(now, later)(contents: _*).copy(history = twice),
        result(later, now)(contents: _*).copy(history = twice)
      )
    }
    assert(differences(Rewrite.Optimize).isEmpty && differences(history.ops.head).size == 1)
  }

  test("a conflict over a read that plain Delta does not record is no difference") {
    val unseen = history.copy(ops = history.ops.updated(0, InsertCountOfChanges(Always, "T0")))
    val conflict = Outcome.Aborted(new ConcurrentAppendException("lost"))
    def differences(of: History, extended: Outcome): Seq[String] = {
      def first(outcome: Outcome) = result(outcome, committed(2))(2L -> Bag(rows), 3L -> Bag(rows))
      Conservativity.differences(
        first(committed(3)).copy(history = of),
        first(extended).copy(history = of)
      )
    }
    assert(differences(unseen, conflict).isEmpty)
    assert(differences(history, conflict).size == 1 && differences(unseen, lost).size == 1)
  }

  test(
    "a statement that reads files, and whose table has changed, commits only where plain Delta does"
  ) {
    val change = ColumnChange(ColumnChange.XPlus(1), "T0")
    val filed = history.copy(ops = history.ops.updated(0, UpdateBesideFiles(change, Always)))
    def differences(afterWinner: Bag): Seq[String] = {
      val start = 1L -> Bag(rows)
      def after(outcome: Outcome) =
        result(outcome, committed(2))(start, 2L -> afterWinner, 3L -> Bag.empty)
      Conservativity.differences(
        after(lost).copy(history = filed),
        after(committed(3)).copy(history = filed)
      )
    }
    assert(differences(Bag(rows.take(1))).size == 1)
    assert(differences(Bag(rows)).isEmpty)
  }

  test("a conflict with another commit is no difference, and what comes after it is compared") {
    val append = Outcome.Aborted(new ConcurrentAppendException("lost"))
    val delete = Outcome.Aborted(new ConcurrentDeleteReadException("lost"))
    def differences(rowsOfPlain: Bag, extended: Outcome): Seq[String] = {
      val abortsFirst = history.copy(steps = Step.concurrent(Seq(0, 1)))
      Conservativity.differences(
        result(append, committed(2))(2L -> rowsOfPlain).copy(history = abortsFirst),
        result(extended, committed(2))(2L -> Bag(rows)).copy(history = abortsFirst)
      )
    }
    assert(differences(Bag(rows), delete).isEmpty)
    assert(differences(Bag.empty, delete).size == 1 && differences(Bag(rows), lost).size == 1)
  }

  test("other contents at the same version are a difference") {
    val other = result(lost, committed(2))(2L -> Bag(rows))
    assert(Conservativity.differences(plain, other).size == 1)
  }
}
