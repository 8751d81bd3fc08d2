package io.deltaward.features

/**
 * The use of a feature: whether a table uses it, the evidence, and the way of use.
 *
 * @param scanTells whether a scan of files and log would fill in what is unknown
 */
final private[features] case class Use(
    used: Option[Boolean],
    evidence: String,
    way: Option[String] = None,
    scanTells: Boolean = false
)

/**
 * Reads from a table whether a feature is enabled and used.
 *
 * @param keys    table properties that turn the feature on, or prefixes of their names
 * @param demands the part of properties or schema that requires the table to support the feature, in words; `None` if
 *                nothing does
 * @param ways    ways of using the feature that are told apart
 */
final private[features] case class FeatureSign(
    enabled: SignContext => Option[Boolean],
    used: SignContext => Use,
    keys: Seq[String] = Nil,
    demands: SignContext => Option[String] = _ => None,
    ways: Set[String] = Set.empty
) {

  /** Returns a copy with a demand: while a property enables the feature, the table must support it. */
  def binding: FeatureSign = copy(demands =
    t =>
      t.configuration.collectFirst {
        case (key, value) if enabled(t).contains(true) && keys.exists(begins(key, _)) =>
          s"the table property $key is $value"
      }
  )

  /**
   * Returns the sign of a feature whose expressions `of` returns. If one of them is not plain, the way of use is
   * [[PlainSql.Other]].
   */
  def holding(of: SignContext => Iterable[String]): FeatureSign =
    copy(used = t => used(t).copy(way = PlainSql.way(of(t))), ways = Set(PlainSql.Other))

  private def begins(key: String, prefix: String): Boolean =
    key.regionMatches(true, 0, prefix, 0, prefix.length)

  /** Returns the sign of a feature that a table must support once its schema has `what`. */
  def bindingWith(what: String)(found: SchemaTraces => Boolean): FeatureSign =
    copy(demands = _.schema.filter(found).map(_ => s"the schema has $what"))
}

private[features] object FeatureSign {

  /** Returns the sign of a feature that neither properties nor schema reveal. */
  def unknown(why: String): FeatureSign = FeatureSign(_ => None, _ => Use(None, why))

  /** Returns the sign of a feature that `key = true` enables. Its traces are in files or log, which are not read here. */
  def property(key: String, why: String): FeatureSign =
    FeatureSign(t => Some(t.isTrue(key)), _ => Use(None, why), Seq(key))

  /** Returns the sign of a feature that `key = true` enables. A scan of files and log tells whether it is used. */
  def traced(key: String)(found: Traces => Option[Use]): FeatureSign =
    FeatureSign(t => Some(t.isTrue(key)), scanned(found), Seq(key))

  def scanned(found: Traces => Option[Use])(table: SignContext): Use =
    found(table.traces).getOrElse(
      Use(
        None,
        "its traces are in the data files and the log, which were not scanned",
        scanTells = true
      )
    )

  /** Returns the sign of a feature that consists of a property: the feature is used whenever it is enabled. */
  def wholly(what: String, key: String)(isSet: Map[String, String] => Boolean): FeatureSign =
    FeatureSign(
      t => Some(isSet(t.configuration)),
      t => {
        val set = isSet(t.configuration)
        Use(Some(set), if (set) s"$what is set" else s"$what is not set")
      },
      Seq(key)
    )

  /** Returns the sign of a feature that consists of one property that is `true`. */
  def flag(key: String): FeatureSign =
    wholly(key, key)(_.get(key).exists(_.equalsIgnoreCase("true")))

  /** Returns the sign of a feature that is part of the schema: its presence means both enabled and used. */
  def schema(what: String)(found: SchemaTraces => Boolean): FeatureSign =
    FeatureSign(
      _.schema.map(found),
      _.schema.fold(Use(None, "the schema cannot be read"))(s =>
        if (found(s)) Use(Some(true), s"the schema has ${withArticle(what)}")
        else Use(Some(false), s"the schema has no $what")
      )
    )

  private def withArticle(noun: String): String =
    if ("aeiou".contains(noun.head)) s"an $noun" else s"a $noun"

  def types(names: String*): FeatureSign =
    schema(s"column of type ${names.mkString(" or ")}")(_.types.exists(names.contains))

  /** Returns the sign of a feature that a table must support to have columns of these types. */
  def bindingTypes(names: String*): FeatureSign = types(names: _*)
    .bindingWith(s"a column of type ${names.mkString(" or ")}")(
      _.declaredTypes.exists(names.contains)
    )

  def metadata(what: String, prefix: String): FeatureSign =
    schema(what)(_.metadataKeys.exists(_.startsWith(prefix)))
}
