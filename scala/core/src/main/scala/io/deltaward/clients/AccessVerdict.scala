package io.deltaward.clients

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.{Protocol, ProtocolProblem}

/**
 * A verdict on reading, or on writing.
 *
 * @param blocking features behind the verdict; empty for OK, UNKNOWN and NOT_OFFERED
 * @param why      reason for the verdict, possibly empty
 */
final private[clients] case class AccessVerdict(
    verdict: Verdict,
    blocking: Set[String],
    why: String
) {

  /** Returns the verdict on a table that also has `problems`. OK and DEGRADED become UNKNOWN; any other verdict stays. */
  def despite(problems: Seq[String]): AccessVerdict =
    if (problems.isEmpty || verdict.rank >= Verdict.Unknown.rank) this
    else
      AccessVerdict(
        Verdict.Unknown,
        Set.empty,
        s"${problems.head}${AccessVerdict.more(problems.size - 1)}; how the client handles that is not known"
      )
}

private[clients] object AccessVerdict {

  private def more(count: Int): String = if (count == 0) "" else s" (and $count more)"

  def reading(protocol: Protocol, states: FeatureStates, support: Support): AccessVerdict = {
    val version = protocol.minReaderVersion
    val legacy = version < Protocol.TableFeaturesReader
    of(
      protocol,
      states,
      support,
      "minReaderVersion",
      version,
      legacy,
      protocol.readerRequirements ++ reported(protocol, support)
    )
  }

  /**
   * Returns the supported features for which the client has conditions. Writer features block no reader (rule P4),
   * unless a client was seen to fail on one.
   */
  private def reported(protocol: Protocol, support: Support): Set[String] = support match {
    case known: Support.Known => protocol.supportedFeatures.intersect(known.conditions.keySet)
    case _: Support.NoEvidence => Set.empty
  }

  /** Judges writing alone. The caller adds the rule that a writer must be able to read. */
  def writing(protocol: Protocol, states: FeatureStates, support: Support): AccessVerdict = {
    val version = protocol.minWriterVersion
    val legacy = version < Protocol.TableFeaturesWriter
    of(
      protocol,
      states,
      support,
      "minWriterVersion",
      version,
      legacy,
      protocol.writerRequirements
    )
  }

  private def of(
      protocol: Protocol,
      states: FeatureStates,
      support: Support,
      field: String,
      version: Int,
      legacy: Boolean,
      required: Set[String]
  ): AccessVerdict = {
    def unknown(why: String): AccessVerdict = AccessVerdict(Verdict.Unknown, Set.empty, why)
    support match {
      case Support.NoEvidence(reason) => unknown(reason)
      case known: Support.Known if known.never =>
        AccessVerdict(Verdict.NotOffered, Set.empty, "")
      case known: Support.Known if known.checksProtocol && known.versions.exists(!_(version)) =>
        AccessVerdict(
          Verdict.Blocked,
          required -- known.features -- known.legacy -- known.conditions.keySet,
          s"it does not accept $field $version${known.says(s"$field $version")}"
        )
      case known: Support.Known if known.refusesMixed && mixed(protocol) =>
        AccessVerdict(
          Verdict.Blocked,
          Set("columnMapping"),
          s"it does not accept reader version 2 beside a list of writer features${known.says("(2, 7)")}"
        )
      case _ if ProtocolProblem.findIn(protocol).nonEmpty =>
        unknown("the protocol is invalid, and how the client handles that is not known")
      case known: Support.Known if known.checksProtocol && known.versions.isEmpty =>
        unknown(s"which values of $field it accepts is not known")
      case known: Support.Known =>
        prevailing(
          required.toSeq.sorted.map(FeatureVerdict.judge(_, legacy, known, states)) ++
            known.cases.flatMap(_.judge(states)) ++ unspecified(known, states)
        )
    }
  }

  /**
   * Returns UNKNOWN if the table has types that no specification has, such as user-defined ones. They are Spark's own,
   * and other clients were not tested on them.
   */
  private def unspecified(known: Support.Known, states: FeatureStates): Option[FeatureVerdict] =
    states.shape.filterNot(_ => known.sparkSql).map(_.unspecified).filter(_.nonEmpty).map { types =>
      val names = types.toSeq.sorted.mkString(", ")
      FeatureVerdict(Nil, Verdict.Unknown, s"it was not tried on columns of type $names")
    }

  private def mixed(protocol: Protocol): Boolean =
    protocol.minReaderVersion == 2 && protocol.minWriterVersion == Protocol.TableFeaturesWriter

  private def prevailing(features: Seq[FeatureVerdict]): AccessVerdict = {
    val verdict = Verdict.prevailing(features.map(_.verdict))
    val behind = features.filter(_.verdict == verdict)
    val blocks = verdict != Verdict.Ok && verdict != Verdict.Unknown
    AccessVerdict(
      verdict,
      if (blocks) behind.flatMap(_.features).toSet else Set.empty,
      behind.map(_.why).filter(_.nonEmpty).mkString("; ")
    )
  }
}
