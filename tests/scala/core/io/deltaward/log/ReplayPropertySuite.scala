package io.deltaward.log

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.log.MemoryLog._
import io.deltaward.protocol.Protocol

class ReplayPropertySuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  /** One commit, with the files that a client may leave beside it. */
  private case class Step(
      protocol: Option[Int],
      property: Option[Int],
      checksum: Boolean,
      checkpoint: Boolean,
      damage: Boolean
  )

  private val steps: Gen[List[Step]] = Gen.nonEmptyListOf(for {
    protocol <- Gen.option(Gen.choose(2, 7))
    property <- Gen.option(Gen.choose(0, 9))
    checksum <- Gen.oneOf(true, false)
    checkpoint <- Gen.oneOf(true, false, false)
    damage <- Gen.oneOf(true, false, false)
  } yield Step(protocol, property, checksum, checkpoint, damage))

  private case class History(states: Seq[(Int, Int)], log: MemoryLog)

  private def history(steps: List[Step]): History = {
    val first = steps.head.copy(protocol = Some(2), property = Some(0))
    val all = first :: steps.tail
    val states = all.tail.scanLeft((2, 0)) { case ((writer, value), step) =>
      (step.protocol.getOrElse(writer), step.property.getOrElse(value))
    }
    val files = all.zip(states).zipWithIndex.flatMap { case ((step, (writer, value)), i) =>
      val (p, m) = (protocol(1, writer), metadata("p" -> value.toString))
      val lines = step.protocol.map(_ => p).toSeq ++ step.property.map(_ => m) :+ add("a")
      def damaged(file: (String, String)) =
        if (step.damage) file._1 -> file._2.dropRight(file._2.length / 3) else file
      Seq(commit(i.toLong, lines: _*)) ++
        Option.when(step.checkpoint)(damaged(checkpoint(i.toLong, m, p))) ++
        Option.when(step.checksum)(damaged(checksum(i.toLong, field(m), field(p))))
    }
    History(states, new MemoryLog(files))
  }

  test("every version is what replaying all commits from 0 gives, whatever other files there are") {
    forAll(steps) { steps =>
      val History(states, log) = history(steps)
      states.zipWithIndex.foreach { case ((writer, value), version) =>
        val state = log.table.state(AsOf.Version(version.toLong))
        assert(state.map(_.protocol) == Right(Protocol(1, writer)))
        assert(state.map(_.metadata.configuration) == Right(Map("p" -> value.toString)))
      }
    }
  }

  test("no file is read twice for one state") {
    forAll(steps) { steps =>
      val History(_, log) = history(steps)
      log.table.state(AsOf.Latest)
      assert(log.reads.distinct == log.reads)
    }
  }

  test("the protocol history is that of the versions") {
    forAll(steps) { steps =>
      val History(states, log) = history(steps)
      val versions = states.map(_._1).zipWithIndex
      val expected = versions.headOption.toSeq ++
        versions.zip(versions.drop(1)).collect { case ((a, _), (b, v)) if a != b => (b, v) }
      val found = log.table.protocolHistory.map(_.changes)
      assert(
        found.map(_.map(c => (c.protocol.minWriterVersion, c.version.toInt))) == Right(expected)
      )
    }
  }
}
