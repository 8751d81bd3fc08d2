package io.deltaward.serializability.histories

import io.deltaward.serializability.model.{Bag, Op, Record}
import io.deltaward.serializability.schedule.Step

/**
 * A table and what is done to it.
 *
 * @param files what each of the first files holds, none empty
 * @param ops   each is started once and released once in `steps`
 */
final case class History(shape: Shape, files: Seq[Seq[Record]], ops: Seq[Op], steps: Seq[Step]) {

  /** The statements that make the table, one version each. */
  def setup(table: String): Seq[String] =
    shape.create(table) +: files.map { rows =>
      s"INSERT INTO $table SELECT /*+ COALESCE(1) */ * FROM VALUES ${Record.values(rows)}"
    }

  def start: Bag = Bag(files.flatten)

  def startVersion: Long = files.size.toLong

  def without(op: Int): History = {
    def renumbered(i: Int): Int = if (i > op) i - 1 else i
    copy(
      ops = ops.patch(op, Nil, 1),
      steps = steps.collect {
        case Step.Start(i) if i != op => Step.Start(renumbered(i))
        case Step.Release(i) if i != op => Step.Release(renumbered(i))
      }
    )
  }

  /** The indices of the operations in the order of their releases. */
  def releases: Seq[Int] = steps.collect { case Step.Release(i) => i }

  /** What to do by hand to have the same history; `T1` is the operation of index 1, in a session of its own. */
  def text: String = {
    val made = setup("t").map(_ + ";")
    val run = steps.map {
      case Step.Start(i) => s"-- T$i, up to its commit: ${ops(i).sql("t")};"
      case Step.Release(i) => s"-- T$i commits"
    }
    (made ++ run).mkString("\n")
  }
}
