package io.deltaward.policy

import scala.collection.mutable

import io.deltaward.clients.{ClientRegistry, ProblemList}

/** Where in a file something is, both counted from 1. */
final case class LineAndColumn(line: Int, column: Int) {
  override def toString: String = s"line $line, column $column"
}

/** A value of a policies file. */
final case class FileText(value: String, at: LineAndColumn)

/**
 * One entry of a policies file.
 *
 * @param values by the table property that means the same; what is left out is inherited
 * @param at     where its pattern is
 */
final case class FileEntry(
    pattern: TablePattern,
    values: Map[String, FileText],
    at: LineAndColumn
)

/**
 * The policies of many tables. Of the entries that match a table the most specific one that sets a value decides it, each
 * value by itself.
 *
 * @param path    of the file, as the setting names it
 * @param entries the most specific one first
 */
final case class PoliciesFile private (path: String, entries: Seq[FileEntry]) {

  /** The values for a table, by the table property that means the same. */
  def at(place: TablePlace): Map[String, Decided[String]] =
    entries.filter(_.pattern.matches(place)).reverse.flatMap(_.values).toMap.map {
      case (key, text) => key -> Decided[String](text.value, Source.File(path, text.at.line))
    }

  /** Patterns of names, by which a table has to be known. */
  def names: Seq[TablePattern.Named] =
    entries.map(_.pattern).collect { case named: TablePattern.Named => named }

  /** Clients that there are not, and such as nothing can be asked of; the registry is asked for only where clients are. */
  def problems(registry: => ClientRegistry): Option[PoliciesFileProblem] = {
    val required = entries.flatMap(_.values.get(Policies.RequiredClients)).sortBy(_.at.line)
    if (required.isEmpty) None
    else {
      val known = registry
      Option(judged).filter(_._1 eq known).fold {
        val found = problemsOf(required, known)
        judged = (known, found)
        found
      }(_._2)
    }
  }

  /** By which registry, since to judge many entries takes some time, and each change of a table asks. */
  @transient @volatile private var judged: (ClientRegistry, Option[PoliciesFileProblem]) = _

  private def problemsOf(
      required: Seq[FileText],
      registry: ClientRegistry
  ): Option[PoliciesFileProblem] = {
    val found = PoliciesFile.clientProblems(required, registry)
    if (found.isEmpty) None else Some(PoliciesFileProblem(path, found))
  }
}

object PoliciesFile {

  def of(path: String, entries: Seq[FileEntry]): PoliciesFile =
    PoliciesFile(path, entries.sortBy(_.pattern)(TablePattern.bySpecificity))

  /** Returns what is wrong with texts of `requiredClients`, each problem after its place in the file. */
  private[policy] def clientProblems(
      required: Seq[FileText],
      registry: ClientRegistry
  ): Seq[String] = {
    val policies = new Policies(Nil, Nil, registry)
    required.flatMap { text =>
      policies.problem(Policies.RequiredClients, text.value).map(p => s"${text.at}: ${p.text}")
    }
  }

  /**
   * Returns each entry that ties with an earlier one, with the first such earlier entry. Two entries tie if neither is more
   * specific and one table can match both. Looks up patterns without `*`, and compares the others pair by pair.
   */
  def ties(entries: Seq[FileEntry]): Seq[(FileEntry, FileEntry)] =
    entries.groupBy(_.pattern.rank).values.flatMap { equals =>
      val byText = mutable.Map.empty[String, FileEntry]
      val (literal, wild) = (mutable.Buffer.empty[FileEntry], mutable.Buffer.empty[FileEntry])
      equals.flatMap { entry =>
        val texts = entry.pattern.literals
        val sameText = texts.toSeq.flatten.flatMap(byText.get).headOption
        val others = if (texts.isEmpty) literal.iterator ++ wild else wild.iterator
        val tied = sameText.orElse(others.find(_.pattern.overlaps(entry.pattern)))
        texts.fold(wild += entry: Unit) { found =>
          literal += entry
          found.foreach(byText.getOrElseUpdate(_, entry))
        }
        tied.map(entry -> _)
      }
    }.toSeq
}

/**
 * Why a policies file cannot be used. It does not mean that there are no policies.
 *
 * @param problems each with its place in the file where it has one
 * @param required texts of `requiredClients` in the right form; the registry has not been asked for their clients
 */
final case class PoliciesFileProblem(
    path: String,
    problems: Seq[String],
    required: Seq[FileText] = Nil
) {

  /** Adds the clients that the registry does not have, so that the user learns of all mistakes at once. */
  def withClients(registry: => ClientRegistry): PoliciesFileProblem =
    if (required.isEmpty) this
    else
      copy(
        problems = problems ++ PoliciesFile.clientProblems(required, registry),
        required = Nil
      )

  def text: String = s"$path: $list"

  /** Returns the problems as one text for a message. */
  def list: String = ProblemList.of(problems)
}
