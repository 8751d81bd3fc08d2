package io.deltaward.policy

import java.util.Locale

/** Which tables an entry of a policies file is about. */
sealed trait TablePattern {

  def matches(place: TablePlace): Boolean

  /** Whether one table can match both. */
  def overlaps(other: TablePattern): Boolean

  /** Of two patterns that match one table the one with the greater rank is the more specific, number by number. */
  private[policy] def rank: List[Int]

  /**
   * Returns the texts for looking up a pattern without `*`, or `None` if the pattern has a `*`. Two such patterns of the same
   * rank overlap if and only if they share a text.
   */
  private[policy] def literals: Option[Seq[String]]

  /** As a file has it. */
  def text: String

  /** Returns the number of characters in the file. */
  def size: Int

  def hasWildcard: Boolean
}

object TablePattern {

  /**
   * By name, whatever the case. What is left out is any. The table counts more than the schema, and that more than the
   * catalog; a name more than a pattern, and of patterns the one that begins with more characters.
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
   * By location, whatever the name: a table has one place and may have several names. More specific than each name; of
   * two, the one that begins with more characters.
   *
   * @param written as the file has it
   * @param globs   the same, with where links in it lead to
   */
  final case class Located(written: String, globs: List[Glob]) extends TablePattern {

    override def matches(place: TablePlace): Boolean =
      place.locations.exists(location => globs.exists(_.matches(location)))

    override def overlaps(other: TablePattern): Boolean = other match {
      case located: Located => globs.exists(glob => located.globs.exists(_.overlaps(glob)))
      case _ => false
    }

    /** That of what is written: where links lead to may be longer or shorter. */
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

  /** The one with the greater rank first. */
  private[policy] val bySpecificity: Ordering[TablePattern] = new Ordering[TablePattern] {
    override def compare(a: TablePattern, b: TablePattern): Int =
      b.rank.zip(a.rank).map { case (x, y) => Integer.compare(x, y) }.find(_ != 0).getOrElse(0)
  }

  private def folded(name: String): String = name.toLowerCase(Locale.ROOT)
}
