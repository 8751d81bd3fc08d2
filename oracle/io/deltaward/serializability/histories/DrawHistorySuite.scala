package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.model.{
  Alter,
  AppendByHand,
  FileLayout,
  HardBounds,
  Insert,
  InsertCount,
  Merge,
  NamesLate,
  Overwrite,
  PartitionType,
  Reading,
  Restore
}
import io.deltaward.serializability.schedule.{Step, Upkeep}

class DrawHistorySuite extends AnyFunSuite {

  private val histories = (1L to 500L).map(seed => DrawHistory(seed, Profile.bothLevels))

  test("a seed gives the same history each time, and other seeds give others") {
    assert((1L to 500L).map(seed => DrawHistory(seed, Profile.bothLevels)) == histories)
    assert(histories.distinct.size == histories.size)
  }

  test("every statement is started once, and released once after that") {
    histories.foreach { history =>
      val steps = history.steps
      history.ops.indices.foreach { i =>
        assert(steps.count(_ == Step.Start(i)) == 1 && steps.count(_ == Step.Release(i)) == 1)
        assert(steps.indexOf(Step.Start(i)) < steps.indexOf(Step.Release(i)))
        assert(steps.count(_ == Step.Analyse(i)) <= 1)
        assert(steps.indexOf(Step.Analyse(i)) < steps.indexOf(Step.Start(i)))
      }
    }
  }

  test("up to seven statements are under way at the same time, and mostly two or more") {
    val widths = histories.map { history =>
      history.steps
        .scanLeft(0) {
          case (open, _: Step.Start) => open + 1
          case (open, _: Step.Release) => open - 1
          case (open, _) => open
        }
        .max
    }
    assert(widths.max == 7 && widths.count(_ > 1) > histories.size * 9 / 10)
  }

  test("every kind of statement and every property of a table is drawn") {
    val ops = histories.flatMap(_.ops)
    val alters = ops.collect { case alter: Alter => alter }
    assert(alters.map(_.getClass).distinct.size == 6)
    val naming = ops.collect { case names: NamesLate => names }
    assert(naming.map(_.asColumn.getClass).distinct.size == 4)
    val overwrites = ops.collect { case overwrite: Overwrite => overwrite }
    val replaced = overwrites.map(_.where.map(_.getClass)).distinct.size
    assert(if (Overwrite.takesNames) replaced > 5 else replaced == 1)
    assert(overwrites.forall(over => over.where.forall(where => over.rows.forall(where.holds))))
    val restores = ops.collect { case restore: Restore => restore }
    assert(restores.map(_.version).distinct.size > 1)
    val others = ops.diff(alters ++ naming ++ overwrites ++ restores).filterNot(_.readsFiles)
    val kinds = others.map(_.getClass.getSimpleName).toSet
    // Two weights draw the class `InsertCount`, and no weight draws `InsertLate`.
    assert(kinds.size == Profile.everything.size)
    val shapes = histories.map(_.shape)
    assert(shapes.exists(_.rowTracking) && shapes.exists(_.changeFeed))
    assert(shapes.exists(_.columnMapping) && shapes.exists(_.commitTimestamps))
    assert(shapes.exists(_.generated) && shapes.exists(_.default) && shapes.exists(_.nested))
    assert(shapes.exists(_.required) && shapes.flatMap(_.hard).toSet == HardBounds.all.toSet)
    assert(shapes.flatMap(_.partition).toSet == PartitionType.all.toSet)
    assert(shapes.map(_.level).distinct.size == 2)
    val partitioned = histories.filter(_.shape.partition.nonEmpty)
    assert(partitioned.exists(_.files.flatten.exists(_.k.isEmpty)))
  }

  test("every way to read, every upkeep, other texts and other sessions are drawn") {
    val counts = histories.flatMap(_.ops).collect { case count: InsertCount => count }
    val ways = Reading.Direct +: Reading.SelfJoin +: Reading.unrecorded
    assert(counts.map(_.reading).toSet == ways.toSet)
    assert(counts.filter(_.readsUnrecorded).map(_.beside.isEmpty).distinct.size == 2)
    val (again, upkeep) = histories.flatMap(_.steps).collect { case Step.Keep(u) => u }
      .partition(_.isInstanceOf[Upkeep.SourceMadeAgain])
    assert(upkeep.toSet == Upkeep.all.toSet && again.nonEmpty)
    assert(histories.exists(_.steps.exists(_.isInstanceOf[Step.Analyse])))
    assert(histories.count(_.steps.exists(_.isInstanceOf[Step.Attempt])) > histories.size / 4)
    assert(histories.flatMap(_.forms).toSet == Set(0, 1, 2, 3))
    val settings = histories.flatMap(_.sessions).flatMap(_.settings.keys).toSet
    assert(settings.size == 8, settings)
    val sources = histories.flatMap(_.ops).collect { case merge: Merge => merge.from.getClass }
    assert(sources.distinct.size == 4)
    val keys = histories.flatMap(_.ops).collect { case merge: Merge => merge.by }
    assert(keys.toSet == Set(Merge.ById, Merge.ByX))
    val versions = histories.flatMap(_.ops).collect {
      case Merge(_, _, _, _, _, _, table: Merge.OtherTable) => table.at
    }
    assert(versions.distinct.size == 2)
    val layouts = histories.flatMap(_.ops).collect { case append: AppendByHand => append.layout }
    assert(layouts.toSet == FileLayout.all.toSet)
  }

  test(
    "some statements read files of the table, and some name a variable that a new column shadows"
  ) {
    val filed = histories.filter(_.ops.exists(_.readsFiles))
    assert(filed.flatMap(_.ops).filter(_.readsFiles).map(_.getClass).distinct.size == 2)
    assert(filed.size < histories.size / 10)
    val naming = histories.filter(_.ops.exists(_.isInstanceOf[NamesLate]))
    assert(naming.nonEmpty && naming.forall(_.ops.contains(Alter.AddColumn)))
  }

  test("no statement writes NULL where a column is NOT NULL") {
    histories.filter(_.shape.required).foreach { history =>
      val until = history.ops.takeWhile(_ != Alter.DropNotNull)
      assert(!history.files.flatten.exists(_.x.isEmpty))
      assert(until.size < history.ops.size)
      val written = until.flatMap {
        case insert: Insert => insert.added
        case append: AppendByHand => append.added
        case merge: Merge => merge.source
        case overwrite: Overwrite => overwrite.rows
        case _ => Nil
      }
      assert(written.forall(_.x.nonEmpty))
    }
  }

  test("no VACUUM deletes files that an analysed statement will read") {
    histories.map(_.steps).foreach { steps =>
      steps.zipWithIndex.collect { case (Step.Analyse(i), at) =>
        val until = steps.slice(at, steps.indexOf(Step.Start(i)))
        assert(!until.contains(Step.Keep(Upkeep.Vacuum)))
      }
    }
  }

  test("others commit before and after an early attempt of a statement") {
    histories.map(_.steps).foreach { steps =>
      steps.zipWithIndex.collect { case (attempt @ Step.Attempt(i), at) =>
        assert(steps.count(_ == attempt) == 1)
        Seq(
          steps.slice(steps.indexOf(Step.Start(i)), at),
          steps.slice(at, steps.indexOf(Step.Release(i)))
        )
          .foreach(beside => assert(beside.exists(_.isInstanceOf[Step.Release])))
      }
    }
  }

  test("the source of a MERGE is removed only after the MERGE has read it") {
    histories.foreach { history =>
      history.steps.zipWithIndex.collect { case (Step.Keep(Upkeep.SourceMadeAgain(writer)), at) =>
        val reader = history.ops.indexWhere {
          case Merge(_, _, _, _, _, _, Merge.OtherTable(of, _, _)) => of == writer
          case _ => false
        }
        assert(history.steps.indexOf(Step.Start(reader)) < at)
        assert(history.steps.indexOf(Step.Release(reader)) > at)
      }
    }
  }

  test("all sessions read a timestamp without a time zone as the same value") {
    histories.filter(_.shape.partition.contains(PartitionType.Timestamps)).foreach { history =>
      val byHand = history.ops.collect { case append: AppendByHand => append.form }
      val settings = history.sessions.flatMap(_.settings.keys)
      val local = (history.forms ++ byHand).exists(_ > 0) || settings.exists(_.contains("utc"))
      assert(!local || !settings.exists(_.endsWith("timeZone")))
    }
  }

  test("a second JVM does not change the history") {
    (1L to 50L).foreach { seed =>
      val far = DrawHistory(seed, Profile.twoJvms)
      val near = far.copy(sessions = far.sessions.map(_.copy(elsewhere = false)))
      assert(near == histories(seed.toInt - 1))
    }
    assert((1L to 50L).exists(DrawHistory(_, Profile.twoJvms).sessions.exists(_.elsewhere)))
  }

  test("a history shrinks to what makes it fail") {
    val history = histories.maxBy(_.ops.size)
    val culprit = history.ops(2)
    val small = Shrinker.shrink(history, 1000)(_.ops.contains(culprit))
    assert(small.ops == Seq(culprit) && small.steps == Seq(Step.Start(0), Step.Release(0)))
    assert(small.files.map(_.size) == Seq(1) && small.shape.simpler.isEmpty)
  }
}
