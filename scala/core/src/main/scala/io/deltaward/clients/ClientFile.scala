package io.deltaward.clients

import java.time.LocalDate

import scala.collection.mutable
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Features
import io.deltaward.text.Spelling

/** Reads one client in the format of `registry.schema.json`, and makes the checks that a schema cannot make. */
private[clients] object ClientFile {

  private val years = 1 to 9999

  /** Maximum number of releases of a client, since they are compared pair by pair. No known client has a tenth as many. */
  val MaxReleases = 1000

  /** Returns the client in `node`, or all problems. */
  def read(
      node: JsonNode,
      file: String,
      path: String = "$"
  ): Either[Seq[FileProblem], Client] = {
    val problems = mutable.Buffer.empty[FileProblem]
    val client = readClient(new NodeReader(node, file, path, problems))
    if (problems.isEmpty) Right(client) else Left(problems.toSeq)
  }

  private def readClient(in: NodeReader): Client = {
    in.only(
      "id",
      "name",
      "aliases",
      "unknownFeatureBehaviour",
      "evaluatesSparkSql",
      "featuresOutsideProtocol",
      "releases"
    )
    val behaviour = in.child("unknownFeatureBehaviour")
    behaviour.only("read", "write")
    val id = in.string("id")
    if (!id.matches("[a-z0-9-]*"))
      in.problem(s"${in.path}.id", s"must be of lower-case letters, digits and hyphens, not $id")
    val outside = in.strings("featuresOutsideProtocol").toSet
    if (!in.has("releases")) in.problem(s"${in.path}.releases", "must be a list")
    val sparkSql = in.boolean("evaluatesSparkSql")
    val entries = in.objects("releases")
    if (entries.sizeIs > MaxReleases)
      in.problem(s"${in.path}.releases", s"has ${entries.size} releases (limit $MaxReleases)")
    val releases =
      entries.take(MaxReleases).map(r => (r, readRelease(id, outside, sparkSql, r)))
    checkOrder(releases)
    Client(
      id,
      in.string("name"),
      in.strings("aliases"),
      behaviour.string("read"),
      behaviour.string("write"),
      outside,
      releases.map(_._2)
    )
  }

  private def readRelease(
      client: String,
      outside: Set[String],
      sparkSql: Boolean,
      in: NodeReader
  ): Release = {
    in.only("version", "accessPath", "read", "write", "evidence", "verifiedAt", "sources")
    // SQL has no dates outside these years, and its date arithmetic fails on some.
    val day = Try(LocalDate.parse(in.string("verifiedAt"))).toOption
      .filter(date => years.contains(date.getYear))
    if (day.isEmpty) in.problem(s"${in.path}.verifiedAt", "must be a date like 2026-11-01")
    val sources = in.strings("sources")
    if (sources.isEmpty) in.problem(s"${in.path}.sources", "must name at least one source")
    def support(name: String, verdicts: Seq[Verdict]): Support =
      readSupport(outside, sparkSql, verdicts, in.child(name))
    val read = support("read", Verdict.ofReading)
    val write = support("write", Verdict.ofWriting)
    Release(
      client,
      in.string("version"),
      in.string("accessPath"),
      read,
      write,
      readEvidence(in, Seq(read, write)),
      day,
      sources
    )
  }

  /** Reads the evidence, which an entry must leave out if nothing is known. */
  private def readEvidence(in: NodeReader, sides: Seq[Support]): Option[Evidence] = {
    val nothingKnown = sides.forall(_.isInstanceOf[Support.NoEvidence])
    if (nothingKnown && in.has("evidence"))
      in.problem(s"${in.path}.evidence", "must be left out where nothing is known")
    Option.when(!nothingKnown)(in.oneOf("evidence", Evidence.stated))
  }

  private def readSupport(
      outside: Set[String],
      sparkSql: Boolean,
      verdicts: Seq[Verdict],
      in: NodeReader
  ): Support =
    if (in.has("noEvidence")) {
      in.only("noEvidence")
      Support.NoEvidence(in.string("noEvidence"))
    } else {
      in.only(
        "versions",
        "features",
        "legacyFeatures",
        "uncertain",
        "conditions",
        "cases",
        "otherFeatures",
        "failures",
        "triedAlone",
        "refusesMixedProtocol"
      )
      val known = Support.Known(
        Option.when(in.has("versions"))(in.integers("versions").toSet),
        in.strings("features").toSet,
        in.strings("uncertain").toSet,
        in.eachOrSeveral("conditions").map { case (name, c) =>
          name -> c.map(readCondition(name, verdicts, _))
        },
        in.oneOf("otherFeatures", OtherFeatures.all),
        in.strings("legacyFeatures").toSet,
        in.texts("failures"),
        in.boolean("triedAlone"),
        in.boolean("refusesMixedProtocol"),
        sparkSql,
        in.objects("cases").map(readCase(_, verdicts))
      )
      val named = known.features ++ known.uncertain ++ known.conditions.keySet ++ known.legacy ++
        known.cases.flatMap(_.features)
      named.toSeq.sorted
        .filterNot(name => Features.byName.contains(name) || outside.contains(name))
        .foreach(name => in.problem(in.path, unknownFeature(name)))
      known
    }

  private def unknownFeature(name: String): String = {
    val meant = Spelling.nearest(name, Features.byName.keys).fold("")(n => s"; did you mean $n?")
    s"$name is not a table feature, and featuresOutsideProtocol does not name it$meant"
  }

  private def readCondition(feature: String, verdicts: Seq[Verdict], in: NodeReader): Condition = {
    in.only("condition", "failsWhen", "verdict", "legacyVersionsOnly", "way")
    val failsWhen = in.oneOf("failsWhen", FailsWhen.all)
    Condition(
      in.string("condition"),
      failsWhen,
      in.oneOf("verdict", verdicts),
      in.boolean("legacyVersionsOnly"),
      if (in.has("way")) readWay(feature, failsWhen, in) else None
    )
  }

  /**
   * Reads the way of use. Rejects one that the feature does not have, since no table would match. Rejects one beside a
   * state other than `used`, since it would decide nothing.
   */
  private def readWay(feature: String, failsWhen: FailsWhen, in: NodeReader): Option[String] = {
    val ways = FeatureStates.waysOf(feature).toSeq.sorted
    def leftOut(why: String): Option[String] = {
      in.problem(s"${in.path}.way", s"must be left out: $why")
      None
    }
    if (ways.isEmpty) leftOut(s"$feature has only one way of use")
    else if (failsWhen != FailsWhen.Used) leftOut(s"it says how a feature is used, not $failsWhen")
    else Some(in.oneOf("way", ways))
  }

  private def readCase(in: NodeReader, verdicts: Seq[Verdict]): Case = {
    in.only("when", "verdict", "condition")
    val when = in.strings("when")
    when.flatMap(Case.problem).foreach(in.problem(s"${in.path}.when", _))
    Case(when, in.oneOf("verdict", verdicts), in.string("condition"))
  }

  /**
   * Checks that the versions of an access path do not overlap, and that comparable ones ascend. Inference between
   * neighbours relies on this.
   */
  private def checkOrder(releases: Seq[(NodeReader, Release)]): Unit = {
    val labelled = releases.map { case (at, release) =>
      (at, release, VersionLabel(release.version))
    }
    labelled.foreach { case (at, release, label) =>
      if (label.isReversed)
        at.problem(s"${at.path}.version", s"the range ${release.version} ends before it starts")
    }
    for {
      (_, ofOnePath) <- labelled.filterNot(_._3.isReversed).groupBy(_._2.accessPath)
      ((at, later, label), index) <- ofOnePath.zipWithIndex
      (_, earlier, other) <- ofOnePath.take(index)
      problem <-
        if (label.overlaps(other)) Some(s"overlaps ${earlier.version}")
        else Option.when(label.isBefore(other))(s"must come before ${earlier.version}")
    } at.problem(
      s"${at.path}.version",
      s"${later.version} $problem of the access path ${later.accessPath}"
    )
  }
}
