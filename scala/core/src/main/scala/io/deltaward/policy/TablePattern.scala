package io.deltaward.policy

import java.util.Locale

/** Selects the tables that an entry of a policies file applies to. */
sealed trait TablePattern {

  def matches(place: TablePlace): Boolean

  /** Checks whether one table can match both patterns. */
  def overlaps(other: TablePattern): Boolean

  /** Returns the specificity of the pattern. Of two ranks, compared number by number, the greater is the more specific. */
  private[policy] def rank: List[Int]

  /**
   * Returns the texts to look up the pattern by, or `None` if it combines `*` with other characters. Two patterns of the
   * same rank that have such texts overlap if and only if they share one.
   */
  private[policy] def literals: Option[Seq[String]]

  /** Returns the keys and values of the pattern, as a file has them. */
  def text: String

  /** Returns how many characters the pattern has in the file. */
  def size: Int

  def hasWildcard: Boolean
}

object TablePattern {

  /**
   * Matches tables by name, ignoring case. A part that is left out matches every name.
   *
   * In the rank, the table counts more than the schema, and the schema more than the catalog. A literal name ranks above a
   * pattern. Of two patterns, the one with the longer literal prefix ranks higher.
   */
  final case class Named(
      catalog: Option[String],
      schema: Option[String],
      table: Option[String]
  ) extends TablePattern {

    private val globs: List[Glob] =
      List(table, schema, catalog).map(part => Glob.name(folded(part.getOrElse("*"))))

    def catalogGlob: Glob = globs(2)
    def schemaGlob: Glob = globs(1)

    override def matches(place: TablePlace): Boolean = place.names.exists { name =>
      globs.zip(List(name.table, name.schema, name.catalog)).forall { case (glob, part) =>
        glob.matches(folded(part))
      }
    }

    override def overlaps(other: TablePattern): Boolean = other match {
      case named: Named => globs.zip(named.globs).forall { case (a, b) => a.overlaps(b) }
      case _ => false
    }

    override private[policy] val rank: List[Int] = 0 :: globs.flatMap { glob =>
      if (glob.matchesAll) List(0, 0, 0)
      else if (glob.isLiteral) List(2, 0, 0)
      else List(1, glob.literalPrefix.length, glob.literals)
    }

    override private[policy] def literals: Option[Seq[String]] =
      Option.when(globs.forall(glob => glob.isLiteral || glob.matchesAll))(
        Seq(globs.map(_.literalPrefix).mkString("|"))
      )

    override def size: Int = Seq(catalog, schema, table).flatten.map(_.length).sum

    override def hasWildcard: Boolean = Seq(catalog, schema, table).flatten.exists(_.contains('*'))

    override def text: String = Seq("catalog" -> catalog, "schema" -> schema, "table" -> table)
      .collect { case (key, Some(value)) => s"$key $value" }
      .mkString(", ")
  }

  /**
   * Matches tables by location, whatever their names: a table has one location and may have several names. Ranks above every
   * name pattern. Of two locations, the one with the longer literal prefix ranks higher.
   *
   * @param written path as the file has it
   * @param globs   the written path, and the path that its links lead to
   */
  final case class Located(written: String, globs: List[Glob]) extends TablePattern {

    override def matches(place: TablePlace): Boolean =
      place.locations.exists(location => globs.exists(_.matches(location)))

    override def overlaps(other: TablePattern): Boolean = other match {
      case located: Located => globs.exists(glob => located.globs.exists(_.overlaps(glob)))
      case _ => false
    }

    /** Rank of the written path. The path that its links lead to may be longer or shorter. */
    override private[policy] val rank: List[Int] = {
      val glob = globs.head
      List(1, glob.literalPrefix.length, if (glob.isLiteral) 1 else 0, glob.literals)
    }

    override private[policy] def literals: Option[Seq[String]] =
      Option.when(globs.forall(_.isLiteral))(globs.map(_.literalPrefix))

    override def size: Int = written.length

    override def hasWildcard: Boolean = written.contains('*')

    override def text: String = s"path $written"
  }

  /** Sorts the most specific pattern first. */
  private[policy] val bySpecificity: Ordering[TablePattern] = new Ordering[TablePattern] {
    override def compare(a: TablePattern, b: TablePattern): Int =
      b.rank.zip(a.rank).map { case (x, y) => Integer.compare(x, y) }.find(_ != 0).getOrElse(0)
  }

  private def folded(name: String): String = name.toLowerCase(Locale.ROOT)
}
