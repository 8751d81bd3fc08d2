package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.actions.{Action, AddFile}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import io.deltaward.serializability.histories.SeededResolvers
import io.deltaward.serializability.model.{Delete, Record}
import io.deltaward.serializability.model.RowCondition.DIs
import io.deltaward.serializability.search.Level
import org.apache.spark.sql.delta.deltaward.MetadataChanges
import org.apache.spark.sql.delta.deltaward.MetadataChanges.{Need, OnlyAddsRows, RowsSatisfy}

/** Checks that each wrong way to resolve conflicts is found, if the model can express it. */
class SeededProofSuite extends AnyFunSuite {

  private val three = Layout.all.head
  private val marked = Layout.all(1)

  /** Rows that differ in the sign of a zero. */
  private val zeros = Layout(
    "zeros",
    Seq(
      Seq("0.0", "-0.0", "0.0").map(Record(1, Some(0), Some(1), "f", _)),
      Seq("-0.0", "0.0").map(Record(1, Some(0), Some(1), "f", _))
    ),
    Nil
  )

  /** Few rows, so that a delete removes all rows that a rewrite has put together, and adds no file. */
  private val small = Layout(
    "two small files",
    Seq(Seq(1L, 2L), Seq(3L)).map(_.map(Record(_, Some(0), Some(1), "f"))),
    Nil
  )

  private def found(
      name: String,
      resolver: Resolver.Factory,
      layout: Layout,
      level: Level = Level.Serializable,
      menu: Seq[Statement] = Menu.all
  ): Unit = found(name, layout, level, menu)(new Model(resolver))

  private def found(name: String, layout: Layout, level: Level, menu: Seq[Statement])(
      wrong: => Model
  ): Unit = test(s"found: $name") {
    val violation = Exploration.shortest(level, layout.table, menu, 3, wrong)
    info(violation.fold("not found")(_.text))
    assert(violation.nonEmpty)
    val right = new Exploration(level, layout.table, menu, violation.get.log.size, Model.right)
    assert(right.run().violations.isEmpty, "what is right fails too")
  }

  private def named(names: String*): Seq[Statement] = Menu.all.filter(s => names.contains(s.name))

  private def seeded(name: String): (String, Resolver.Factory) = name -> SeededResolvers.all(name)

  private def found(bug: (String, Resolver.Factory), layout: Layout): Unit =
    found(bug._1, bug._2, layout)

  found(seeded("a remove names the deletion vector that was read, not the winner's"), three)
  found(seeded("the base is not taken off a deletion vector"), marked)
  found(seeded("rows that the winner added are not checked (R2)"), three)
  found(seeded("rows that the winner removed are not checked (R3)"), three)
  found(seeded("OPTIMIZE loses the deletion vector that the winner wrote"), three)
  found(
    seeded("rows that the winner added are not compared with the source of a MERGE"),
    three
  )

  private val (blind, everyAppend) =
    seeded("every winner that only adds rows counts as a blind append")
  found(blind, everyAppend, three, Level.WriteSerializable)

  private val (equality, byEquality) =
    seeded("rows are found again by SQL's equality, not by their bytes")
  found(
    equality,
    byEquality,
    zeros,
    menu = Statement.fromOp("delete zeros of one sign", Delete(DIs("-0.0"))) +: named("optimize")
  )

  found("rows that both have changed are merged (R1)", mergingSameRows, three)

  found(
    "what was read is not looked for in the files of a rewrite",
    (rows, ranges, limits) => {
      val right = ConflictResolution(rows, ranges, limits)
      (loser, winner, skipped) =>
        right.resolve(loser, winner, skipped).map { done =>
          if (winner.keepsRows) done.copy(readFiles = loser.readFiles) else done
        }
    },
    small,
    menu = named("delete a file", "insert select by a condition", "optimize")
  )

  found(
    "appends that the transaction was ordered before are forgotten",
    (rows, ranges, limits) => {
      val right = ConflictResolution(rows, ranges, limits)
      (loser, winner, _) => right.resolve(loser, winner, Nil)
    },
    three,
    Level.WriteSerializable,
    named("delete by a condition", "insert", "insert a count", "update by a condition")
  )

  private def unneeded(name: String, menu: String*)(need: Need): Unit =
    found(name, three, Level.Serializable, named(menu: _*))(
      new Model(ConflictResolution, MetadataChanges.needs(_, _).filterNot(_ == need))
    )

  unneeded(
    "rows are not checked against a constraint that was added meanwhile",
    "insert a new row",
    "add a constraint"
  )(RowsSatisfy("x < 7"))

  unneeded(
    "rows are deleted from a table that is append-only by now",
    "delete one row",
    "only append"
  )(OnlyAddsRows)

  unneeded(
    "rows are deleted without a change data feed that was turned on meanwhile",
    "update by a condition",
    "turn the change feed on"
  )(OnlyAddsRows)

  /** Removes rows that the winning commit has marked from the deletion vectors of the losing commit. */
  private def mergingSameRows: Resolver.Factory = (rows, ranges, limits) => {
    val right = ConflictResolution(rows, ranges, limits)
    (loser, winner, skipped) => {
      val actions: Seq[Action] = loser.actions.map {
        case file: AddFile if winner.changes.marked.contains(file.path) =>
          val theirs = Positions.pack(winner.changes.marked(file.path).after.deletionVector)
          val base = Positions.pack(winner.changes.marked(file.path).before.deletionVector)
          val ours = Positions.pack(file.deletionVector) & ~theirs | base
          file.copy(deletionVector = Positions.vector(ours))
        case other => other
      }
      right.resolve(loser.copy(actions = actions), winner, skipped)
    }
  }
}
