package io.deltaward.policy

import scala.annotation.tailrec
import scala.collection.mutable

/**
 * A pattern of texts, without regard to what they are of. `*` stands for any text, in a [[Glob.path]] for one within a part
 * of it.
 *
 * @param pieces what it is made of, in order
 */
final case class Glob private (pieces: Vector[Glob.Piece]) {
  import Glob._

  /** What every text that matches begins with. */
  val literalPrefix: String =
    pieces.takeWhile(_.isInstanceOf[Plain]).collect { case Plain(character) => character }.mkString

  /** How many characters are given. */
  val literals: Int = pieces.count(_.isInstanceOf[Plain])

  def isLiteral: Boolean = literals == pieces.size

  /** Whether it says nothing. */
  def matchesAll: Boolean = pieces.nonEmpty && pieces.forall(_ == Across)

  def matches(text: String): Boolean =
    text.startsWith(literalPrefix) && overlaps(Glob(text.toVector.map(Plain(_): Piece)))

  /** Whether there is a text that both match. It takes no more steps than both have pieces, one times the other. */
  def overlaps(other: Glob): Boolean = {
    val (here, there) = (pieces, other.pieces)
    val end = (here.size, there.size)
    val seen = mutable.HashSet((0, 0))

    def next(i: Int, j: Int): List[(Int, Int)] = (here.lift(i), there.lift(j)) match {
      case (Some(_: Wild), Some(_: Wild)) => List((i + 1, j), (i, j + 1))
      case (Some(wild: Wild), piece) =>
        (i + 1, j) :: piece.filter(wild.takes).map(_ => (i, j + 1)).toList
      case (piece, Some(wild: Wild)) =>
        (i, j + 1) :: piece.filter(wild.takes).map(_ => (i + 1, j)).toList
      case (Some(one), Some(same)) if one == same => List((i + 1, j + 1))
      case _ => Nil
    }

    // A stack of calls would be as deep as a path has characters.
    @tailrec
    def reaches(open: List[(Int, Int)]): Boolean = open match {
      case Nil => false
      case `end` :: _ => true
      case (i, j) :: rest => reaches(next(i, j).filter(seen.add) ++ rest)
    }

    reaches(List((0, 0)))
  }
}

object Glob {

  sealed trait Piece

  final case class Plain(character: Char) extends Piece

  sealed trait Wild extends Piece {

    /** Whether it can stand for that piece of another pattern; of two wild ones, one can always be left out. */
    def takes(piece: Piece): Boolean
  }

  /** Any text. */
  case object Across extends Wild {
    override def takes(piece: Piece): Boolean = piece.isInstanceOf[Plain]
  }

  /** Any text without a slash. */
  case object Within extends Wild {
    override def takes(piece: Piece): Boolean = piece match {
      case Plain(character) => character != '/'
      case _ => false
    }
  }

  /** `sales_*`, as in `SHOW TABLES LIKE`. */
  def name(text: String): Glob = Glob(text.toVector.map {
    case '*' => Across
    case other => Plain(other)
  })

  /**
   * @param text  a location as [[Location]] writes it, in which `*` stands for any text without a slash
   * @param below whether it is of all directories below, too
   */
  def path(text: String, below: Boolean): Glob = Glob(text.toVector.map {
    case '*' => Within
    case other => Plain(other)
  } ++ (if (below) Vector(Across) else Vector.empty))
}
