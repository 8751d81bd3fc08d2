package io.deltaward.clients

/** The facts about one release and access path, for reading or for writing. */
sealed trait Support {

  /** Returns the facts by which releases are compared. */
  def facts: Support

  /** Returns the support without its failure messages. */
  def unquoted: Support = this
}

object Support {

  /** Nothing is known, for this reason. */
  final case class NoEvidence(reason: String) extends Support {
    def facts: Support = this
  }

  /**
   * @param versions     protocol versions that it accepts, as a set since some clients have holes. `None` if not known,
   *                     empty if the client does not offer this access
   * @param features     names that it handles
   * @param uncertain    names on which the sources disagree
   * @param conditions   names that it handles only under conditions; if several fail, the worst verdict prevails
   * @param cases        combinations in a table on which it fails
   * @param others       behaviour on every other name
   * @param legacy       names that it honours if a legacy version implies them, regardless of what it does with the
   *                     name in a list
   * @param refusesMixed whether it refuses reader version 2 beside a list of writer features, which PROTOCOL.md allows
   * @param failures     error messages by feature, or by field and version: `minReaderVersion 2`
   * @param sparkSql     whether it evaluates expressions of a table as Spark does
   * @param alone        for writing: whether it was tested as a whole, so that nothing is inferred from reading
   */
  final case class Known(
      versions: Option[Set[Int]],
      features: Set[String],
      uncertain: Set[String],
      conditions: Map[String, Seq[Condition]],
      others: OtherFeatures,
      legacy: Set[String] = Set.empty,
      failures: Map[String, String] = Map.empty,
      alone: Boolean = false,
      refusesMixed: Boolean = false,
      sparkSql: Boolean = false,
      cases: Seq[Case] = Nil
  ) extends Support {

    /** Checks whether the client looks at the protocol. If not, it opens any table. */
    def checksProtocol: Boolean = others != OtherFeatures.Ignored

    /** Checks whether the client does not offer this access at all, as a read-only client or a sink. */
    def never: Boolean = versions.exists(_.isEmpty)

    /** Returns the conditions on a feature that a legacy version implies (`implied`), or a list names. */
    def conditionsOf(feature: String, implied: Boolean): Seq[Condition] =
      conditions.getOrElse(feature, Nil).filter { condition =>
        if (implied) condition.legacyVersionsOnly || !legacy.contains(feature)
        else !condition.legacyVersionsOnly
      }

    /** Checks whether the client handles a feature. Ignores the conditions on that feature. */
    def honours(feature: String, implied: Boolean): Boolean =
      features.contains(feature) || implied && legacy.contains(feature)

    /** Returns the error message, quoted for a sentence; empty if none is known. */
    def says(what: String): String = failures.get(what).fold("")(": \"" + _ + "\"")

    override def unquoted: Support = copy(failures = Map.empty)

    /** Returns the facts without texts: two releases may agree and fail with different messages. */
    def facts: Support = copy(
      failures = Map.empty,
      conditions = conditions.map { case (name, all) => name -> all.map(_.copy(text = "")) },
      cases = cases.map(_.copy(text = ""))
    )
  }
}
