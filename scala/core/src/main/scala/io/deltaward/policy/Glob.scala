package io.deltaward.policy

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

  /** Whether there is a text that both match. */
  def overlaps(other: Glob): Boolean = {
    val (here, there) = (pieces, other.pieces)
    val failed = mutable.HashSet.empty[(Int, Int)]

    def from(i: Int, j: Int): Boolean = !failed((i, j)) && {
      val found = (here.lift(i), there.lift(j)) match {
        case (None, None) => true
        case (Some(_: Wild), Some(_: Wild)) => from(i + 1, j) || from(i, j + 1)
        case (Some(wild: Wild), piece) => from(i + 1, j) ||
          piece.exists(wild.takes) && from(i, j + 1)
        case (piece, Some(wild: Wild)) => from(i, j + 1) ||
          piece.exists(wild.takes) && from(i + 1, j)
        case (one, two) => one == two && from(i + 1, j + 1)
      }
      if (!found) failed += ((i, j))
      found
    }

    from(0, 0)
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
