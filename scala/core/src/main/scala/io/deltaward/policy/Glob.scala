package io.deltaward.policy

/**
 * A pattern for names or paths. `*` stands for any text; in a [[Glob.path]] it stands for any text without a slash.
 *
 * @param pieces characters and wildcards of the pattern, in order
 */
final case class Glob private (pieces: Vector[Glob.Piece]) {
  import Glob._

  /** Text that every match begins with. */
  val literalPrefix: String =
    pieces.takeWhile(_.isInstanceOf[Plain]).collect { case Plain(character) => character }.mkString

  /** Text that every match ends with. */
  private val literalSuffix: String =
    pieces.reverseIterator.takeWhile(_.isInstanceOf[Plain])
      .collect { case Plain(character) => character }.mkString.reverse

  /** Number of literal characters. */
  val literals: Int = pieces.count(_.isInstanceOf[Plain])

  def isLiteral: Boolean = literals == pieces.size

  /** Checks whether the pattern matches every text. */
  def matchesAll: Boolean = pieces.nonEmpty && pieces.forall(_ == Across)

  def matches(text: String): Boolean =
    text.startsWith(literalPrefix) && overlaps(Glob(text.toVector.map(Plain(_): Piece)))

  /** Checks whether some text matches both patterns. Takes time proportional to the product of their lengths. */
  def overlaps(other: Glob): Boolean = agreesAtEnds(other) && {
    val there = other.pieces

    /**
     * Extends a prefix of this pattern by `piece`. Element `j` of an array tells whether the prefix and the first `j` pieces
     * of `other` match a common text.
     */
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

  /** Checks whether the literal prefixes and suffixes of both patterns allow a common text. Most pairs fail here. */
  private def agreesAtEnds(other: Glob): Boolean =
    (literalPrefix.startsWith(other.literalPrefix) ||
      other.literalPrefix.startsWith(literalPrefix)) &&
      (literalSuffix.endsWith(other.literalSuffix) || other.literalSuffix.endsWith(literalSuffix))

  /** Checks whether `piece` can stand for nothing, or for a part of what `other` stands for. */
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

    /** Checks whether the wildcard can stand for `piece`. False for another wildcard: one of two can be empty. */
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

  /** Parses a pattern for names such as `sales_*`, as in `SHOW TABLES LIKE`. */
  def name(text: String): Glob = Glob(text.toVector.map {
    case '*' => Across
    case other => Plain(other)
  })

  /**
   * Parses a pattern for locations.
   *
   * @param text  location as [[Location]] writes it, in which `*` stands for any text without a slash
   * @param below whether the pattern also matches all directories below
   */
  def path(text: String, below: Boolean): Glob = Glob(text.toVector.map {
    case '*' => Within
    case other => Plain(other)
  } ++ (if (below) Vector(Across) else Vector.empty))
}
