package io.deltaward.concurrency.changes

import scala.collection.immutable.ListMap
import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.ObjectMapper

/**
 * Rows of an input of a rewrite that follow each other in an output.
 *
 * @param input the path of the input
 * @param from  of these rows, the first one's number among the live rows of the input, from 0 on
 * @param rows  how many there are
 */
final case class Stretch(input: String, from: Long, rows: Long)

/**
 * Where a rewrite has put the rows of its inputs, as its writer noted it: what is found by it has to be compared.
 *
 * @param byOutput by the path of an output, what is in it from its first row on
 */
final case class Stretches(byOutput: Map[String, Seq[Stretch]]) {

  private lazy val byInput: Map[String, Seq[(Stretch, RowPosition)]] = byOutput.toSeq.flatMap {
    case (output, stretches) =>
      val starts = stretches.scanLeft(0L)(_ + _.rows)
      stretches.zip(starts).map { case (stretch, at) => stretch -> RowPosition(output, at) }
  }.groupBy { case (stretch, _) => stretch.input }

  /** @param number among the live rows of the input, from 0 on */
  def place(input: String, number: Long): Option[RowPosition] =
    byInput.getOrElse(input, Nil).collectFirst {
      case (Stretch(_, from, rows), RowPosition(output, at))
          if from <= number && number < from + rows =>
        RowPosition(output, at + number - from)
    }

  /** As a commit has it: `{"output": [["input", from, rows], ...], ...}`. None where there is nothing, or too much to note. */
  def text: Option[String] = {
    val all = byOutput.map { case (output, stretches) =>
      output -> stretches.map(s => Seq[Any](s.input, s.from, s.rows).asJava).asJava
    }
    Option.when(all.nonEmpty)(Stretches.json.writeValueAsString(all.asJava))
      .filter(_.length <= Stretches.Longest)
  }
}

object Stretches {

  /** Of the tags of a commit's own information. */
  val Tag = "deltaward.stretches"

  val none: Stretches = Stretches(Map.empty)

  /** Characters. Readers of a log take no text of any length: the JSON library of many stops at 20,000,000. */
  private val Longest = 1000000

  private val json = new ObjectMapper()

  /** None where anybody has written something else there. */
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
