package io.deltaward.concurrency.changes

import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.ObjectMapper

/**
 * Consecutive rows of a rewrite's input that are also consecutive in an output.
 *
 * @param input the path of the input
 * @param from  the number of the first row among the live rows of the input, counted from 0
 * @param rows  the number of rows
 */
final case class Stretch(input: String, from: Long, rows: Long)

/**
 * The places where a rewrite has put the rows of its inputs, as its writer noted them. Rows found by such a note must be
 * compared.
 *
 * @param byOutput the stretches of each output from its first row on, by the output's path
 */
final case class Stretches(byOutput: Map[String, Seq[Stretch]]) {

  private lazy val byInput: Map[String, Seq[(Stretch, RowPosition)]] = byOutput.toSeq.flatMap {
    case (output, stretches) =>
      val starts = stretches.scanLeft(0L)(_ + _.rows)
      stretches.zip(starts).map { case (stretch, at) => stretch -> RowPosition(output, at) }
  }.groupBy { case (stretch, _) => stretch.input }

  /**
   * Returns the position of a row in the outputs, if the note has it.
   *
   * @param number the row's number among the live rows of the input, counted from 0
   */
  def place(input: String, number: Long): Option[RowPosition] =
    byInput.getOrElse(input, Nil).collectFirst {
      case (Stretch(_, from, rows), RowPosition(output, at))
          if from <= number && number < from + rows =>
        RowPosition(output, at + number - from)
    }

  /**
   * Returns the note as a commit stores it: `{"output": [["input", from, rows], ...], ...}`. Returns `None` if the note is
   * empty or too long.
   */
  def text: Option[String] = {
    val all = byOutput.map { case (output, stretches) =>
      output -> stretches.map(s => Seq[Any](s.input, s.from, s.rows).asJava).asJava
    }
    Option.when(all.nonEmpty)(Stretches.json.writeValueAsString(all.asJava))
      .filter(_.length <= Stretches.Longest)
  }
}

object Stretches {

  /** The tag in a commit's `commitInfo` that holds the note. */
  val Tag = "deltaward.stretches"

  val none: Stretches = Stretches(Map.empty)

  /**
   * Maximum length of a note, in characters. Readers of a log limit the length of a text: many JSON libraries stop at
   * 20,000,000.
   */
  private val Longest = 1000000

  private val json = new ObjectMapper()

  /** Parses a note. Returns an empty one if another writer has put something else there. */
  def parse(text: String): Stretches = Try {
    val outputs = json.readTree(text).properties.asScala.toSeq.map { output =>
      output.getKey ->
        output.getValue.elements.asScala
          .map(s => Stretch(s.get(0).asText, s.get(1).asLong, s.get(2).asLong))
          .toSeq
    }
    Stretches(ListMap.from(outputs))
  }.getOrElse(none)
}
