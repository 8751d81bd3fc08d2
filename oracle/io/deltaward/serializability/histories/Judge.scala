package io.deltaward.serializability.histories

import io.deltaward.serializability.model.{Bag, Rewrite}
import io.deltaward.serializability.schedule.{Course, Outcome, Ran}
import io.deltaward.serializability.search.{Committed, SerialOrder}

/** Judges a history by the contents of each version of its table. */
object Judge {

  def problems(history: History, course: Course, contents: Map[Long, Bag]): Seq[String] =
    failures(course.ran) ++ idle(history, course.ran, contents) ++
      unknown(history, course, contents) ++ order(history, course, contents)

  private def failures(ran: Seq[Ran]): Seq[String] = ran.collect {
    case Ran(statement, _, aborted: Outcome.Aborted) if !aborted.isConflict =>
      s"failed, though not by a conflict: ${statement.text}: ${aborted.error}"
  }

  /** Finds statements that wrote nothing although they had something to write. */
  private def idle(history: History, ran: Seq[Ran], contents: Map[Long, Bag]): Seq[String] =
    ran.zip(history.ops).collect {
      case (Ran(statement, read, Outcome.Committed(Nil, _)), op)
          if op(contents(read)).contents != contents(read) =>
        s"wrote nothing, though version $read gave it something to do: ${statement.text}"
    }

  private def unknown(history: History, course: Course, contents: Map[Long, Bag]): Seq[String] = {
    val known = committed(history, course).map(_.version).toSet
    (contents.keySet.filter(_ > history.startVersion) -- known).toSeq.sorted
      .map(version => s"version $version is of no statement that succeeded")
  }

  private def order(history: History, course: Course, contents: Map[Long, Bag]): Seq[String] =
    SerialOrder
      .unexplained(history.shape.level, history.start, committed(history, course), contents)
      .map(u =>
        s"no order of ${history.shape.level.property} explains version ${u.version}: it holds " +
          s"${u.found.minus(u.nearest)} more and ${u.nearest.minus(u.found)} less than the " +
          "history's own order gives"
      )
      .toSeq

  private def committed(history: History, course: Course): Seq[Committed] = {
    val statements = course.ran.zip(history.ops).flatMap {
      case (Ran(_, read, Outcome.Committed(versions, affected)), op) =>
        // OPTIMIZE can make several commits, and does not count rows.
        versions.map(Committed(read, _, op, affected))
      case _ => Nil
    }
    val upkeep =
      course.kept.map(version => Committed(version - 1, version, Rewrite.Kept, None))
    (statements ++ upkeep).sortBy(_.version)
  }
}
