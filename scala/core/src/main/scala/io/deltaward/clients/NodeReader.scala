package io.deltaward.clients

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/**
 * Reads one JSON object, tolerantly: what is wrong goes to `problems` and a stand-in is returned, so that one pass finds
 * every problem of a file.
 */
final private[deltaward] class NodeReader(
    node: JsonNode,
    file: String,
    val path: String,
    problems: mutable.Buffer[FileProblem]
) {
  def problem(at: String, message: String): Unit =
    if (problems.sizeIs < NodeReader.MaxProblems) problems += FileProblem(file, at, message): Unit

  def has(name: String): Boolean = node.hasNonNull(name)

  /** Reports the names that the format does not have. */
  def only(names: String*): Unit =
    if (node.isObject)
      node.fieldNames.asScala
        .filterNot(names.contains)
        .foreach(n => problem(s"$path.$n", s"is not one of ${names.mkString(", ")}"))
    else problem(path, "must be an object")

  def string(name: String): String = {
    val value = node.path(name)
    if (!value.isTextual || value.asText.isBlank) problem(s"$path.$name", "must be a text")
    value.asText
  }

  /** `None` where it is absent. */
  def textOf(name: String): Option[String] =
    if (node.path(name).isMissingNode) None else Some(string(name))

  /** A list with commas, or the same as a list of texts; it may be empty. `None` where it is absent. */
  def listed(name: String): Option[String] = node.path(name) match {
    case value if value.isMissingNode => None
    case value if value.isArray => Some(strings(name).mkString(", "))
    case value =>
      if (!value.isTextual) problem(s"$path.$name", "must be a text, or a list of texts")
      Some(value.asText)
  }

  def boolean(name: String): Boolean = {
    val value = node.path(name)
    if (!value.isMissingNode && !value.isBoolean) problem(s"$path.$name", "must be true or false")
    value.asBoolean
  }

  /** One of a closed list, by its text. */
  def oneOf[A](name: String, values: Seq[A]): A = {
    val text = node.path(name).asText
    values.find(_.toString == text).getOrElse {
      problem(s"$path.$name", s"must be one of ${values.mkString(", ")}")
      values.last
    }
  }

  /** An absent list is empty. */
  def strings(name: String): Seq[String] = elements(name).map { case (value, at) =>
    if (!value.isTextual || value.asText.isBlank) problem(at, "must be a text")
    value.asText
  }

  def integers(name: String): Seq[Int] = elements(name).map { case (value, at) =>
    if (!value.canConvertToInt || !value.isIntegralNumber) problem(at, "must be an integer")
    value.asInt
  }

  def objects(name: String): Seq[NodeReader] = elements(name).map { case (value, at) =>
    new NodeReader(value, file, at, problems)
  }

  /** The names of its members. */
  def names: Seq[String] = node.fieldNames.asScala.toList

  def child(name: String): NodeReader =
    new NodeReader(node.path(name), file, s"$path.$name", problems)

  /** The members of an object, each an object or a list of some; empty where it is absent. */
  def eachOrSeveral(name: String): Map[String, Seq[NodeReader]] = members(name) { (values, key) =>
    if (!node.path(name).path(key).isArray) Seq(values.child(key))
    else {
      val several = values.objects(key)
      if (several.isEmpty) problem(s"${values.path}.$key", "must not be empty")
      several
    }
  }

  /** The members of an object of texts; empty where it is absent. */
  def texts(name: String): Map[String, String] = members(name)(_.string(_))

  private def members[A](name: String)(read: (NodeReader, String) => A): Map[String, A] = {
    val value = node.path(name)
    if (!value.isMissingNode && !value.isObject) problem(s"$path.$name", "must be an object")
    value.fieldNames.asScala.map(key => key -> read(child(name), key)).toMap
  }

  private def elements(name: String): Seq[(JsonNode, String)] = {
    val value = node.path(name)
    if (!value.isMissingNode && !value.isArray) problem(s"$path.$name", "must be a list")
    value.elements.asScala.toList.zipWithIndex.map { case (e, i) => (e, s"$path.$name[$i]") }
  }
}

private object NodeReader {

  /** Limits the problems of a file that are kept. A message lists ten. */
  val MaxProblems = 1000
}
