package org.apache.spark.sql.delta.deltaward

import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.mutable

import org.apache.commons.io.IOUtils

/** Tells which members of Spark and Delta a part of deltaward needs. The build extracts it from the class files. */
object ClassNeeds {

  private val Stored = "/io/deltaward/needs"

  /**
   * @param ours   indexes of the deltaward classes that a class uses
   * @param theirs indexes of the members of Spark and Delta that it uses
   */
  final private case class Needs(ours: Array[Int], theirs: Array[Int])

  private lazy val (places: Map[String, Int], needs: IndexedSeq[Needs]) = {
    val lines = IOUtils.toString(getClass.getResource(Stored), UTF_8).linesIterator
      .map(_.split(" ", 3)).toIndexedSeq
    def numbers(text: String) = text.split(',').filter(_.nonEmpty).map(_.toInt)
    (
      lines.map(_(0)).zipWithIndex.toMap,
      lines.map(line => Needs(numbers(line(1)), numbers(line(2))))
    )
  }

  private lazy val missing: Set[DeltaFit.Member] =
    DeltaFit.missing(getClass.getClassLoader).toSet

  /** Returns the missing members of a class and of every deltaward class that it uses. */
  def missingBehind(part: Class[_]): Seq[DeltaFit.Member] = {
    val start = places(part.getName)
    val seen = mutable.LinkedHashSet(start)
    val open = mutable.Queue(start)
    while (open.nonEmpty)
      needs(open.dequeue()).ours.foreach(used => if (seen.add(used)) open += used)
    missingOf(seen.toSeq)
  }

  private def missingOf(classes: Seq[Int]): Seq[DeltaFit.Member] =
    classes.flatMap(needs(_).theirs).distinct.map(DeltaFit.needed(_)).filter(missing)
}
