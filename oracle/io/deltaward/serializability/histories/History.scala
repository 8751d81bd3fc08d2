package io.deltaward.serializability.histories

import io.deltaward.serializability.model.{Alter, Bag, Columns, Inserts, Merge, Op, Record, Target}
import io.deltaward.serializability.schedule.{Step, Upkeep}

/**
 * A table and the statements that run on it.
 *
 * @param files    rows of each of the first files, none empty
 * @param ops      operations; `steps` starts and releases each once, and may analyse it before and attempt its commit
 *                 between
 * @param sessions session of each operation; a plain one if missing
 * @param forms    text form of the partition values of each first file; Spark's if missing
 */
final case class History(
    shape: Shape,
    files: Seq[Seq[Record]],
    ops: Seq[Op],
    steps: Seq[Step],
    sessions: Seq[WriterSession] = Nil,
    forms: Seq[Int] = Nil
) {

  def columns: Columns = shape.columns.copy(late = ops.contains(Alter.AddColumn))

  /** Returns the statements that create the table, one version each. */
  def setup(table: Target): Seq[String] =
    shape.create(table.name) +: files.map { rows =>
      Inserts.insertInto(table) + s"SELECT /*+ COALESCE(1) */ * FROM VALUES ${Record.values(rows)}"
    }

  def start: Bag = Bag(files.flatten)

  def startVersion: Long = files.size.toLong

  def session(op: Int): WriterSession = sessions.lift(op).getOrElse(WriterSession.plain)

  def remove(op: Int): History = {
    def renumbered(i: Int): Int = if (i > op) i - 1 else i
    val ofIt = ops(op) match {
      case Merge(_, _, _, _, _, _, Merge.OtherTable(writer, _, _)) =>
        Some(Upkeep.SourceMadeAgain(writer))
      case _ => None
    }
    copy(
      ops = ops.patch(op, Nil, 1),
      sessions = sessions.patch(op, Nil, 1),
      steps = steps.collect {
        case Step.Analyse(i) if i != op => Step.Analyse(renumbered(i))
        case Step.Start(i) if i != op => Step.Start(renumbered(i))
        case Step.Attempt(i) if i != op => Step.Attempt(renumbered(i))
        case Step.Release(i) if i != op => Step.Release(renumbered(i))
        case keep: Step.Keep if !ofIt.contains(keep.task) => keep
      }
    )
  }

  def withoutFile(file: Int): History =
    copy(files = files.patch(file, Nil, 1), forms = forms.patch(file, Nil, 1))

  /** Returns the indices of the operations, in the order in which they first try to commit. */
  def attempts: Seq[Int] =
    steps.collect { case Step.Attempt(i) => i; case Step.Release(i) => i }.distinct

  /** Describes how to repeat the history by hand. `T1` is the operation of index 1, in a session of its own. */
  def text: String = {
    val table = Target.shown(columns, shape.changeFeed)
    val made = setup(table).map(_ + ";")
    val texts = forms.zipWithIndex.collect {
      case (form, i) if form > 0 =>
        s"-- partition values of version ${i + 1} are written in form $form"
    }
    val run = steps.map {
      case Step.Analyse(i) => s"-- T$i, up to the begin of its transaction"
      case Step.Start(i) =>
        val all = (ops(i).prepare(table) :+ ops(i).sql(table)).mkString("; ")
        s"-- T$i, up to its commit: $all; ${session(i)}"
      case Step.Attempt(i) => s"-- T$i attempts to commit, up to its second attempt"
      case Step.Release(i) => s"-- T$i commits"
      case Step.Keep(task) => s"-- ${task.text}"
    }
    (made ++ texts ++ run).mkString("\n")
  }
}
