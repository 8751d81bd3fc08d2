package io.deltaward.drops

import io.deltaward.clients.{Access, ClientVerdict, Release, RunningDelta, Verdicts}
import io.deltaward.drops.Change.{ClusterBy, Drop, Normalize}
import io.deltaward.features.{FeatureStates, SchemaTraces, TableDescriptor}
import io.deltaward.protocol.{Protocol, ProtocolProblem}

/** Finds what gives a client access to one table that it does not have: the way that `MAKE COMPATIBLE` takes. */
final class Fixes(
    delta: RunningDelta,
    policy: DropPolicy,
    table: TableDescriptor,
    states: FeatureStates
) {
  private val protocol = table.protocol

  /**
   * `None` where nothing is missing, where nothing is known, or where no statement of this Delta helps. Where not all
   * that is missing can be had, a part of it is; what works, by this access path or another, is never given up.
   *
   * @param judged what the release makes of the table
   * @param all    what is known of that version of the client, one release an access path
   */
  def of(judged: ClientVerdict, release: Release, all: Seq[Release]): Option[Fix] = {
    val goals = goalsOf(judged, release)
    ways(goals, release, all).headOption.map { case (aim, changes) =>
      if (aim.all && isAtOnce(changes)) Fix.Statements(constraints(changes), changes)
      else statement(changes, aim.accesses, release, all)
    }.orElse(goals.map(_.goal).map(goal => goal -> path(goal)).collectFirst {
      case (goal, Left(NoPath.NotDroppable(features))) if copyHelps(goal) => Fix.Copy(features)
    })
  }

  /**
   * The same one by one, as what `ALTER TABLE name` is followed by; `None` also where only a copy helps.
   *
   * @param clustering the columns, as SQL needs them, of a clustering that needs column mapping
   */
  def steps(
      judged: ClientVerdict,
      release: Release,
      all: Seq[Release],
      clustering: => Seq[String]
  ): Option[Seq[String]] =
    ways(goalsOf(judged, release), release, all).headOption.map { case (_, changes) =>
      Refusal.dropConstraints(constraints(changes)) ++
        ClusterBy.around(changes, clustering).map(_.step)
    }

  /**
   * What to aim at, the most first.
   *
   * @param accesses that are to work
   * @param all      whether nothing is missing then
   */
  private case class Aim(accesses: Seq[Access], all: Boolean, goal: Goal)

  private def goalsOf(judged: ClientVerdict, release: Release): LazyList[Aim] =
    if (ProtocolProblem.in(protocol).nonEmpty) LazyList.empty
    else {
      val (working, missing) =
        Access.all.filter(release.dependsOnTable).partition(judged.of(_).works)
      val wanted = (missing +: missing.map(Seq(_))).filter(_.nonEmpty).distinct
      for {
        more <- wanted.to(LazyList)
        accesses = Access.all.filter((working ++ more).contains)
        goal <- Goal.of(Seq(release), accesses).toOption
      } yield Aim(accesses, more == missing, goal)
    }

  private def ways(
      aims: LazyList[Aim],
      release: Release,
      all: Seq[Release]
  ): LazyList[(Aim, Seq[Change])] = {
    lazy val others = all.filterNot(_ == release).flatMap(accessesOf)
    for {
      aim <- aims
      changes <- path(aim.goal.and(others)).toOption.filter(isTaken)
    } yield aim -> changes
  }

  private def accessesOf(release: Release): Seq[(Release, Access)] = {
    val verdict = Verdicts.judge(protocol, states, release)
    Access.all
      .filter(access => release.dependsOnTable(access) && verdict.of(access).works)
      .map(release -> _)
  }

  private def path(goal: Goal): Either[NoPath, Seq[Change]] =
    new CompatiblePath(delta, policy, goal).from(protocol, states)

  private def isAtOnce(changes: Seq[Change]): Boolean = changes match {
    case Seq(Normalize | Drop(_, false)) => true
    case _ => false
  }

  /** Whether Delta would do it: it writes no table that it does not know, and columns need names that files can have. */
  private def isTaken(changes: Seq[Change]): Boolean =
    protocol.supportedFeatures.subsetOf(delta.features) &&
      !(features(changes).contains("columnMapping") &&
        SchemaTraces.of(table.schemaJson).exists(_.needsMapping))

  private def features(changes: Seq[Change]): Seq[String] = changes.collect {
    case Drop(feature, _) => feature
    case Change.Disuse(feature) => feature
  }

  private def constraints(changes: Seq[Change]): Seq[String] =
    if (features(changes).contains("checkConstraints"))
      table.properties.keys.filter(_.startsWith(Fixes.Constraint))
        .map(_.stripPrefix(Fixes.Constraint)).toSeq
    else Nil

  /** A `MAKE COMPATIBLE` for the client, or for this one access path, that does this and no more. */
  private def statement(
      changes: Seq[Change],
      accesses: Seq[Access],
      release: Release,
      all: Seq[Release]
  ): Fix = {
    val ways = Seq(all -> release.client, Seq(release) -> release.qualified)
    ways.collectFirst {
      case (releases, name) if Goal.of(releases, accesses).exists(path(_) == Right(changes)) =>
        Fix.MakeCompatible(constraints(changes), name, release.version, accesses, changes)
    }.getOrElse(Fix.Statements(constraints(changes), changes))
  }

  /** A copy helps if this Delta can read the table, and a table without any feature does. */
  private def copyHelps(goal: Goal): Boolean =
    protocol.readerRequirements.subsetOf(delta.features) && goal.isMet(Fixes.plain, states)
}

object Fixes {

  private val Constraint = "delta.constraints."

  /** What Delta gives a new table that asks for nothing. */
  private val plain: Protocol = Protocol(1, 2)
}
