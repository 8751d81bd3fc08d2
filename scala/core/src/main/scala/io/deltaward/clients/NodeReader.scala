package io.deltaward.clients

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/**
 * Reads one JSON object tolerantly. Adds each defect to `problems` and returns a stand-in, so that one pass finds every
 * problem of a file.
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

  /** Reads a text; `None` if it is absent. */
  def textOf(name: String): Option[String] =
    if (node.path(name).isMissingNode) None else Some(string(name))

  /** Reads a comma-separated text, or a list of texts, which it joins. It may be empty; `None` if it is absent. */
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

  /** Reads one of the given values, by its text. */
  def oneOf[A](name: String, values: Seq[A]): A = {
    val text = node.path(name).asText
    values.find(_.toString == text).getOrElse {
      problem(s"$path.$name", s"must be one of ${values.mkString(", ")}")
      values.last
    }
  }

  /** Reads a list of texts. An absent list is empty. */
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

  /** Returns the names of the object's members. */
  def names: Seq[String] = node.fieldNames.asScala.toList

  def child(name: String): NodeReader =
    new NodeReader(node.path(name), file, s"$path.$name", problems)

  /** Reads the members of an object, each an object or a list of objects. An absent object is empty. */
  def eachOrSeveral(name: String): Map[String, Seq[NodeReader]] = members(name) { (values, key) =>
    if (!node.path(name).path(key).isArray) Seq(values.child(key))
    else {
      val several = values.objects(key)
      if (several.isEmpty) problem(s"${values.path}.$key", "must not be empty")
      several
    }
  }

  /** Reads the members of an object of texts. An absent object is empty. */
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

  /** Maximum number of problems to keep for a file. A message lists ten. */
  val MaxProblems = 1000
}
