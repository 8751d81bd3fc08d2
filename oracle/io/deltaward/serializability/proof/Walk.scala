package io.deltaward.serializability.proof

import scala.util.Random

import io.deltaward.conflicts.Unresolved
import io.deltaward.serializability.histories.{History, Shape}
import io.deltaward.serializability.schedule.Step
import io.deltaward.serializability.search.Level

/**
 * One history of an exploration, with the transactions that fail in it.
 *
 * @param attempts attempts in the order in which they try to commit
 * @param past     history that they leave
 */
final case class Walk(layout: Layout, attempts: Vector[Walk.Attempt], past: Past) {

  /** Returns the walk with one more attempt. */
  def attempting(loser: UnderWay, model: Model): Walk = {
    val after = past.log.drop(loser.read).foldLeft[Either[Unresolved, UnderWay]](Right(loser)) {
      (soFar, winner) => soFar.flatMap(_.resolve(winner, past.versions(winner.version), model))
    }
    def attempt(outcome: Either[Unresolved, Int]): Vector[Walk.Attempt] =
      attempts :+ Walk.Attempt(loser.statement, loser.read, outcome)
    after match {
      case Left(why) => copy(attempts = attempt(Left(why)))
      case Right(done) =>
        val next = past.append(done.committed(past.version + 1))
          .fold(wrong => throw new IllegalStateException(wrong.text), identity)
        copy(attempts = attempt(Right(next.version)), past = next)
    }
  }

  /** Returns the same history for a real table. */
  def history: History = {
    val first = layout.before.size
    def started(version: Int): Seq[Step] = attempts.indices.collect {
      case i if attempts(i).read == version => Step.Start(first + i)
    }
    val steps = attempts.zipWithIndex.flatMap { case (attempt, i) =>
      Step.Release(first + i) +: attempt.outcome.toSeq.flatMap(started)
    }
    History(
      Shape(past.level),
      layout.files,
      layout.before ++ attempts.map(_.statement.op),
      Step.sequential(layout.before.indices) ++ started(0) ++ steps
    )
  }

  /** The version of the real table at which the walk starts. */
  def firstVersion: Long = history.startVersion + layout.before.size
}

object Walk {

  /** @param outcome version that it committed, or why it conflicts */
  final case class Attempt(statement: Statement, read: Int, outcome: Either[Unresolved, Int])

  /** Draws the walk of a seed, which is the same in every run. No statement is taken twice. */
  def draw(seed: Long, level: Level, layout: Layout): Walk = {
    val random = new Random(new Random(seed).nextLong())
    val model = Model.right
    val start = Walk(layout, Vector.empty, Past.startWith(level, layout.table))
    random.shuffle(Menu.all).take(6).foldLeft(start) { (walk, statement) =>
      val read = random.nextInt(1 + random.nextInt(walk.past.version + 1))
      UnderWay
        .begin(statement, walk.past.versions(read), read, Exploration.ofDelta(level))
        .fold(walk)(walk.attempting(_, model))
    }
  }
}
