package io.deltaward.serializability.proof

import java.util.Arrays

import org.apache.spark.sql.delta.actions.{Action, AddFile, Metadata, RemoveFile}

import io.deltaward.serializability.model.{Bag, Record}

/**
 * A table at a version.
 *
 * @param live   active files by path
 * @param stored rows of all files so far by path, including deleted ones
 */
final case class Table(
    live: Map[String, AddFile],
    stored: Map[String, IndexedSeq[MemoryRow]],
    metadata: Metadata = RecordTable.metadata
) {

  def has(change: Alteration): Boolean = change.isIn(metadata)

  def rowsOf(file: AddFile): IndexedSeq[MemoryRow] = {
    val deleted = Positions.pack(file.deletionVector)
    val rows = stored(file.path)
    rows.indices.filterNot(Positions.has(deleted, _)).map(rows(_))
  }

  def rows: Seq[Record] = live.values.toSeq.flatMap(rowsOf).map(_.record)

  lazy val contents: Bag = Bag(rows)

  /** Identifies the contents: equal for equal contents, and for no others. */
  def numbers: Seq[Int] = Table.numbers(live.values.iterator.flatMap(rowsOf))

  /** Returns the next version, or what is wrong with its log (PROTOCOL.md, "Action Reconciliation"). */
  def commit(actions: Seq[Action], written: Map[String, IndexedSeq[MemoryRow]]): Either[
    String,
    Table
  ] = {
    val removes = actions.collect { case remove: RemoveFile => remove }
    val adds = actions.collect { case add: AddFile => add }
    val all = stored ++ written
    val now = actions.collectFirst { case changed: Metadata => changed }.getOrElse(metadata)
    wrong(removes, adds, all).toLeft(
      Table(live -- removes.map(_.path) ++ adds.map(add => add.path -> add), all, now)
    ).flatMap(next => broken(removes, next).toLeft(next))
  }

  /** Returns what breaks a table property, if anything. */
  private def broken(removes: Seq[RemoveFile], next: Table): Option[String] =
    if (has(Alteration.AppendOnly) && removes.exists(_.dataChange))
      Some("rows only come, and some go")
    else if (next.has(Alteration.Check) && !next.rows.forall(Alteration.Check.allows))
      Some("a row breaks the constraint")
    else None

  private def wrong(
      removes: Seq[RemoveFile],
      adds: Seq[AddFile],
      all: Map[String, IndexedSeq[MemoryRow]]
  ): Option[String] = {
    val removed = removes.map(_.path).toSet
    if (removed.size < removes.size) Some("a file is removed twice")
    else if (adds.map(_.path).toSet.size < adds.size) Some("a file is added twice")
    else
      removes.flatMap(wrong(_)).headOption
        .orElse(adds.flatMap(wrong(_, removed, all)).headOption)
  }

  private def wrong(remove: RemoveFile): Option[String] = live.get(remove.path) match {
    case None => Some(s"${remove.path} is removed, which is not there")
    case Some(file) =>
      Option.when(file.getDeletionVectorUniqueId != remove.getDeletionVectorUniqueId)(
        s"${remove.path} is removed with another deletion vector than it has"
      )
  }

  private def wrong(
      add: AddFile,
      removed: Set[String],
      all: Map[String, IndexedSeq[MemoryRow]]
  ): Option[String] = {
    val now = Positions.pack(add.deletionVector)
    val before = live.get(add.path)
    val had = before.fold(0L)(file => Positions.pack(file.deletionVector))
    val rows = all.get(add.path).fold(0)(_.size)
    val count = java.lang.Long.bitCount(now)
    Seq(
      (before.nonEmpty && !removed(add.path)) -> "is there twice",
      (before.isEmpty && stored.contains(add.path)) -> "comes back",
      (rows == 0) -> "has no rows",
      (now >> rows != 0L) -> "has rows deleted that are not there",
      (rows == count) -> "is there without a row that is left",
      ((had & ~now) != 0L) -> "has rows back",
      (before.nonEmpty && had == now) -> "is marked again though nothing is",
      (add.deletionVector != null && add.deletionVector.cardinality != count) ->
        "has a deletion vector whose cardinality is wrong"
    ).collectFirst { case (true, what) => s"${add.path} $what" }
  }
}

object Table {

  def numbers(rows: Iterator[MemoryRow]): Seq[Int] = {
    val all = rows.map(_.number).toArray
    Arrays.sort(all)
    all.toIndexedSeq
  }

  def fromFiles(files: Seq[Seq[Record]]): Table = {
    val rows = files.zipWithIndex.map { case (file, i) =>
      s"f$i" -> file.map(MemoryRow.fromRecord).toIndexedSeq
    }
    Table(
      rows.map { case (path, of) => path -> NewFile.add(path, of, dataChange = true) }.toMap,
      rows.toMap
    )
  }
}
