package io.deltaward.rules

import java.util.IdentityHashMap

import scala.collection.mutable

import com.fasterxml.jackson.databind.JsonNode

import io.deltaward.clients.{FileProblem, NodeReader}
import io.deltaward.policy._

/**
 * Reads a policies file. Checks the format that `policies.schema.json` states, and what a schema cannot express.
 * [[PoliciesFile.problems]] checks that the required clients exist.
 *
 * @param home  file system of a path that names none: `hdfs://lake`
 * @param links returns the target of a link in a location, if it has one; both as [[Location]] writes them
 * @param at    returns the place in the file of a JSON path
 */
final class PoliciesFileFormat(
    home: String,
    links: String => Option[String],
    at: String => LineAndColumn
) {
  import PoliciesFileFormat._

  def read(node: JsonNode, file: String): Either[PoliciesFileProblem, PoliciesFile] = {
    val problems = mutable.Buffer.empty[FileProblem]
    val in = new NodeReader(node, file, "$", problems)
    in.only("policies")
    if (!in.has("policies")) in.problem("$.policies", "must be a list")
    val entries = in.objects("policies").flatMap(entry)
    val wild = entries.map(_._2.pattern).filter(_.hasWildcard).map(_.size).sum
    if (wild > MaxWildcardText)
      in.problem(
        "$.policies",
        s"has $wild characters in patterns with * (limit $MaxWildcardText)"
      )
    else {
      val readers = new IdentityHashMap[FileEntry, NodeReader]
      entries.foreach { case (reader, entry) => readers.put(entry, reader) }
      for ((later, earlier) <- PoliciesFile.ties(entries.map(_._2))) {
        val reader = readers.get(later)
        reader.problem(
          reader.path,
          s"matches tables of the entry at ${earlier.at} as closely as that one"
        )
      }
    }
    if (problems.isEmpty) Right(PoliciesFile.fromEntries(file, entries.map(_._2)))
    else
      Left(PoliciesFileProblem(
        file,
        problems.toSeq.map(p => s"${at(p.path)}: ${p.path}: ${p.message}").distinct,
        entries.flatMap(_._2.values.get(Policies.RequiredClients))
          .filter(text => RequiredClient.parse(text.value).isRight)
      ))
  }

  /** Reads an entry. Returns it with its reader, for problems between entries; `None` if the pattern is invalid. */
  private def entry(in: NodeReader): Option[(NodeReader, FileEntry)] = {
    in.only(names ++ Seq("path", "modes") ++ policies.map(_._1): _*)
    val texts = for ((key, property) <- policies; text <- in.listed(key))
      yield value(in, s"${in.path}.$key", property, text)
    val values = texts ++ modes(in)
    if (values.isEmpty) in.problem(in.path, "sets nothing")
    pattern(in).map(found => (in, FileEntry(found, values.toMap, at(in.path))))
  }

  private def pattern(in: NodeReader): Option[TablePattern] = {
    val parts = names.map(key => key -> in.textOf(key))
    val path = in.textOf("path")
    parts.foreach { case (key, part) => part.foreach(checkName(in, key, _)) }
    if (path.isDefined && parts.exists(_._2.isDefined)) {
      in.problem(in.path, "has both a path and a name, and can have only one of them")
      None
    } else
      path match {
        case Some(text) => located(in, text)
        case None if parts.forall(_._2.isEmpty) =>
          in.problem(
            in.path,
            "names no tables: it needs catalog, schema, table or path"
          )
          None
        case None =>
          val part = parts.toMap
          Some(TablePattern.Named(part("catalog"), part("schema"), part("table")))
      }
  }

  private def checkName(in: NodeReader, key: String, text: String): Unit =
    if (text.exists(c => c == '|' || c == '`' || c.isWhitespace && text.trim != text))
      in.problem(
        s"${in.path}.$key",
        "must be one name or pattern, without |, quotes, and space around it"
      )
    else if (key == "table" && text.contains('.'))
      in.problem(
        s"${in.path}.$key",
        "must be the last part of a name: catalog and schema have keys of their own"
      )

  /** Parses a path. Two stars at its end also match the directory itself, which users would easily forget. */
  private def located(in: NodeReader, text: String): Option[TablePattern] = {
    val below = text.endsWith("/**")
    val root = if (below) text.dropRight("**".length) else text
    if (root.contains("**")) {
      in.problem(s"${in.path}.path", "can have ** at its end only, as the last part")
      None
    } else {
      val found = Location.parse(root, home)
      if (found.isEmpty) in.problem(s"${in.path}.path", s"must be absolute, and $text is not")
      if (found.exists(Location.isNowhere))
        in.problem(s"${in.path}.path", "must name a bucket; * stands for any")
      found.map { location =>
        val places = location :: links(location).toList
        TablePattern.Located(text, places.map(Glob.path(_, below)))
      }
    }
  }

  private def value(
      in: NodeReader,
      path: String,
      property: String,
      text: String
  ): (String, FileText) = {
    problem(property, text).foreach(in.problem(path, _))
    property -> FileText(text, at(path))
  }

  private def problem(property: String, text: String): Option[String] = property match {
    case Policies.RequiredClients => RequiredClient.parse(text).left.toOption
    case _ => AllowedFeatures.problem(text)
  }

  private def modes(in: NodeReader): Seq[(String, FileText)] = {
    val of = in.child("modes")
    if (!in.names.contains("modes")) Nil
    else {
      of.only(CommitRule.names: _*)
      if (in.has("modes") && of.names.isEmpty) in.problem(of.path, "must name a rule at least")
      for (rule <- CommitRule.names; text <- of.textOf(rule)) yield {
        val path = s"${of.path}.$rule"
        Mode.problem(text).foreach(of.problem(path, _))
        CommitRule.propertyKey(rule) -> FileText(text, at(path))
      }
    }
  }
}

object PoliciesFileFormat {

  /** Maximum number of characters in patterns with `*`. Comparing them pair by pair takes quadratic time. */
  private val MaxWildcardText = 20000

  /** The keys for the parts of a name, from the most general part to the table. */
  private val names = Seq("catalog", "schema", "table")

  /** The keys of the file, and the table properties with the same meaning. */
  private val policies = Seq(
    "requiredClients" -> Policies.RequiredClients,
    "allowedFeatures" -> Policies.AllowedFeatures
  )
}
