package io.deltaward.policy

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

  /** Literal end of every text that matches. */
  private val literalSuffix: String =
    pieces.reverseIterator.takeWhile(_.isInstanceOf[Plain])
      .collect { case Plain(character) => character }.mkString.reverse

  /** How many characters are given. */
  val literals: Int = pieces.count(_.isInstanceOf[Plain])

  def isLiteral: Boolean = literals == pieces.size

  /** Whether it says nothing. */
  def matchesAll: Boolean = pieces.nonEmpty && pieces.forall(_ == Across)

  def matches(text: String): Boolean =
    text.startsWith(literalPrefix) && overlaps(Glob(text.toVector.map(Plain(_): Piece)))

  /** Whether there is a text that both match. It takes as many steps as both have pieces, one times the other. */
  def overlaps(other: Glob): Boolean = agreesAtEnds(other) && {
    val there = other.pieces

    /** Which beginnings of the other one, by their sizes, have a text in common with a beginning of this one. */
    def longer(before: Array[Boolean], piece: Piece): Array[Boolean] = {
      val common = new Array[Boolean](there.size + 1)
      common(0) = before(0) && piece.isInstanceOf[Wild]
      there.indices.foreach { j =>
        common(j + 1) = before(j + 1) && goesInto(piece, there(j)) ||
          common(j) && goesInto(there(j), piece) ||
          before(j) && piece == there(j)
      }
      common
    }

    val ofNothing = there.scanLeft(true)((common, piece) => common && piece.isInstanceOf[Wild])
    pieces.foldLeft(ofNothing.toArray)(longer).last
  }

  /** Checks whether the literal beginnings and ends of both allow a common text. Most pairs of patterns fail here. */
  private def agreesAtEnds(other: Glob): Boolean =
    (literalPrefix.startsWith(other.literalPrefix) ||
      other.literalPrefix.startsWith(literalPrefix)) &&
      (literalSuffix.endsWith(other.literalSuffix) || other.literalSuffix.endsWith(literalSuffix))

  /** Whether what it stands for is nothing, or can be a part of what the other one stands for. */
  private def goesInto(piece: Piece, other: Piece): Boolean = (piece, other) match {
    case (_: Wild, _) => true
    case (_, wild: Wild) => wild.takes(piece)
    case _ => false
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
