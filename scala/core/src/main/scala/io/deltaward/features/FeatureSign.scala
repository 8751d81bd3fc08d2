package io.deltaward.features

/**
 * Whether a feature is used, what says so, and in which of its ways.
 *
 * @param scanTells whether a scan of files and log would tell what is not told
 */
final private[features] case class Use(
    used: Option[Boolean],
    evidence: String,
    way: Option[String] = None,
    scanTells: Boolean = false
)

/**
 * How a table shows that a feature is enabled, and that it is used.
 *
 * @param keys    the table properties, or what their names start with, that turn the feature on
 * @param demands what of properties and schema makes it necessary that the table supports the feature, in words;
 *                `None` where nothing does
 * @param ways    of using it that are told apart
 */
final private[features] case class FeatureSign(
    enabled: SignContext => Option[Boolean],
    used: SignContext => Use,
    keys: Seq[String] = Nil,
    demands: SignContext => Option[String] = _ => None,
    ways: Set[String] = Set.empty
) {

  /** The sign of a feature that a table has to support as soon as a property turns it on. */
  def binding: FeatureSign = copy(demands =
    t =>
      t.configuration.collectFirst {
        case (key, value) if enabled(t).contains(true) && keys.exists(begins(key, _)) =>
          s"the table property $key is $value"
      }
  )

  /** A feature whose expressions `of` tells, and which is used in another way where one of them is not plain. */
  def holding(of: SignContext => Iterable[String]): FeatureSign =
    copy(used = t => used(t).copy(way = PlainSql.way(of(t))), ways = Set(PlainSql.Other))

  private def begins(key: String, prefix: String): Boolean =
    key.regionMatches(true, 0, prefix, 0, prefix.length)

  /** The same, where the schema does. */
  def bindingWith(what: String)(found: SchemaTraces => Boolean): FeatureSign =
    copy(demands = _.schema.filter(found).map(_ => s"the schema has $what"))
}

private[features] object FeatureSign {

  /** A feature of which neither properties nor schema say anything. */
  def unknown(why: String): FeatureSign = FeatureSign(_ => None, _ => Use(None, why))

  /** Enabled by `key = true`; its traces are in files or log, which are not read here. */
  def property(key: String, why: String): FeatureSign =
    FeatureSign(t => Some(t.isTrue(key)), _ => Use(None, why), Seq(key))

  /** Enabled by `key = true`; a scan of files and log tells whether it is used. */
  def traced(key: String)(found: Traces => Option[Use]): FeatureSign =
    FeatureSign(t => Some(t.isTrue(key)), scanned(found), Seq(key))

  def scanned(found: Traces => Option[Use])(table: SignContext): Use =
    found(table.traces).getOrElse(
      Use(None, "its traces are in files and log, which were not scanned", scanTells = true)
    )

  /** A property that is all there is to the feature: enabled is used. */
  def wholly(what: String, key: String)(isSet: Map[String, String] => Boolean): FeatureSign =
    FeatureSign(
      t => Some(isSet(t.configuration)),
      t => {
        val set = isSet(t.configuration)
        Use(Some(set), if (set) s"$what is set" else s"$what is not set")
      },
      Seq(key)
    )

  /** Like [[wholly]], for one property that is `true`. */
  def flag(key: String): FeatureSign =
    wholly(key, key)(_.get(key).exists(_.equalsIgnoreCase("true")))

  /** A feature that lives in the schema: there, it is enabled and used at once. */
  def schema(what: String)(found: SchemaTraces => Boolean): FeatureSign =
    FeatureSign(
      _.schema.map(found),
      _.schema.fold(Use(None, "the schema cannot be read"))(s =>
        if (found(s)) Use(Some(true), s"the schema has $what")
        else Use(Some(false), s"the schema has no $what")
      )
    )

  def types(names: String*): FeatureSign =
    schema(s"column of type ${names.mkString(" or ")}")(_.types.exists(names.contains))

  /** Types that only a table with the feature may have. */
  def bindingTypes(names: String*): FeatureSign = types(names: _*)
    .bindingWith(s"a column of type ${names.mkString(" or ")}")(
      _.declaredTypes.exists(names.contains)
    )

  def metadata(what: String, prefix: String): FeatureSign =
    schema(what)(_.metadataKeys.exists(_.startsWith(prefix)))
}
