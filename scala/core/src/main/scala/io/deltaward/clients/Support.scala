package io.deltaward.clients

/** What is known of one release and access path, for reading or for writing. */
sealed trait Support {

  /** What two releases are compared by. */
  def facts: Support

  /** Without the messages that it fails with. */
  def unquoted: Support = this
}

object Support {

  /** Nothing is known, for this reason. */
  final case class NoEvidence(reason: String) extends Support {
    def facts: Support = this
  }

  /**
   * @param versions   protocol versions accepted: a set, since some clients have holes; `None` where not known, empty
   *                   where the client does not read (or write) at all
   * @param features   names it handles
   * @param uncertain  names on which the sources disagree
   * @param conditions names it handles only under conditions; of several that hold the worst verdict prevails
   * @param cases      what it fails on where a table has several things at once
   * @param others     what it does with every other name
   * @param legacy     names it honours where a legacy version implies them, whatever it does with the name in a list
   * @param refusesMixed refuses reader version 2 beside a list of writer features, which PROTOCOL.md allows
   * @param failures   how it fails, by the feature, or by field and version: `minReaderVersion 2`
   * @param sparkSql   evaluates expressions of a table as Spark does
   * @param alone      for writing: it was tried as a whole, so that nothing follows from reading
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

    /** False where the client opens a table whatever its protocol says. */
    def checksProtocol: Boolean = others != OtherFeatures.Ignored

    /** Whether the client never does this at all: a read-only client, or a sink. */
    def never: Boolean = versions.exists(_.isEmpty)

    /** What applies to a feature that a list names, or that a legacy version implies. */
    def conditionsOf(feature: String, implied: Boolean): Seq[Condition] =
      conditions.getOrElse(feature, Nil).filter { condition =>
        if (implied) condition.legacyVersionsOnly || !legacy.contains(feature)
        else !condition.legacyVersionsOnly
      }

    /** Whether it handles a feature, conditions aside. */
    def honours(feature: String, implied: Boolean): Boolean =
      features.contains(feature) || implied && legacy.contains(feature)

    /** The message it fails with, quoted for a sentence; empty where none is known. */
    def says(what: String): String = failures.get(what).fold("")(": \"" + _ + "\"")

    override def unquoted: Support = copy(failures = Map.empty)

    /** The facts without the words: two releases may agree and fail with different messages. */
    def facts: Support = copy(
      failures = Map.empty,
      conditions = conditions.map { case (name, all) => name -> all.map(_.copy(text = "")) },
      cases = cases.map(_.copy(text = ""))
    )
  }
}
