package io.deltaward.policy

import scala.collection.mutable

import io.deltaward.clients.{ClientRegistry, ProblemList}

/** A place in a file. Lines and columns count from 1. */
final case class LineAndColumn(line: Int, column: Int) {
  override def toString: String = s"line $line, column $column"
}

/** A value in a policies file, and its place. */
final case class FileText(value: String, at: LineAndColumn)

/**
 * One entry of a policies file.
 *
 * @param values values by the table property with the same meaning; the entry inherits those it leaves out
 * @param at     place of the entry in the file
 */
final case class FileEntry(
    pattern: TablePattern,
    values: Map[String, FileText],
    at: LineAndColumn
)

/**
 * Policies for many tables. The most specific matching entry that sets a value decides it, separately for each value.
 *
 * @param path    path of the file, as the setting names it
 * @param entries entries, the most specific first
 */
final case class PoliciesFile private (path: String, entries: Seq[FileEntry]) {

  /** Returns the values for a table, by the table property with the same meaning. */
  def policiesAt(place: TablePlace): Map[String, Decided[String]] =
    entries.filter(_.pattern.matches(place)).reverse.flatMap(_.values).toMap.map {
      case (key, text) => key -> Decided[String](text.value, Source.File(path, text.at.line))
    }

  /** Returns the patterns that match tables by name. */
  def names: Seq[TablePattern.Named] =
    entries.map(_.pattern).collect { case named: TablePattern.Named => named }

  /**
   * Returns required clients that do not exist, or that a policy cannot require. Evaluates `registry` only if the file
   * requires clients.
   */
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

  /**
   * Caches the last problems and the registry that they come from. Each change of a table asks for the problems, and judging
   * many entries takes time.
   */
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

  def fromEntries(path: String, entries: Seq[FileEntry]): PoliciesFile =
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
   * Returns each entry that ties with an earlier one, and that earlier entry. Two entries tie if neither is more specific
   * and one table can match both. Looks up patterns without `*`, and compares the others pair by pair.
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
 * The reasons a policies file cannot be used. Its policies are unknown then, not absent.
 *
 * @param problems problems, each with its place in the file if it has one
 * @param required well-formed texts of `requiredClients` whose clients have not been looked up in the registry
 */
final case class PoliciesFileProblem(
    path: String,
    problems: Seq[String],
    required: Seq[FileText] = Nil
) {

  /** Adds the clients that the registry does not have, so that the user sees all mistakes at once. */
  def withClients(registry: => ClientRegistry): PoliciesFileProblem =
    if (required.isEmpty) this
    else
      copy(
        problems = problems ++ PoliciesFile.clientProblems(required, registry),
        required = Nil
      )

  def text: String = s"$path: $list"

  /** Returns the problems as one text for a message. */
  def list: String = ProblemList.join(problems)
}
