package io.deltaward.drops

import io.deltaward.clients.{Access, ClientVerdict, Release, RunningDelta, Verdicts}
import io.deltaward.drops.TableChange.{ClusterBy, Drop, Normalize}
import io.deltaward.features.{FeatureStates, SchemaTraces, TableDescriptor}
import io.deltaward.protocol.{Protocol, ProtocolProblem}

/** Finds the statements that give a client its missing access to one table, as `MAKE COMPATIBLE` does. */
final class Fixes(
    delta: RunningDelta,
    policy: DropPolicy,
    table: TableDescriptor,
    states: FeatureStates
) {
  private val protocol = table.protocol

  /**
   * Returns the fix for a release. `None` if nothing is missing, nothing is known, or no statement of this Delta helps. If
   * no fix gives all missing accesses, it gives some of them. It never takes away an access that works, by this access path
   * or another.
   *
   * @param judged verdict of the release on the table
   * @param all    known releases of that client version, one for each access path
   */
  def find(judged: ClientVerdict, release: Release, all: Seq[Release]): Option[Fix] = {
    val goals = goalsOf(judged, release)
    ways(goals, release, all).headOption.map { case (aim, changes) =>
      if (aim.all && isAtOnce(changes)) Fix.Statements(constraints(changes), changes)
      else statement(changes, aim.accesses, release, all)
    }.orElse(goals.map(_.goal).map(goal => goal -> path(goal)).collectFirst {
      case (goal, Left(NoPath.NotDroppable(features))) if copyHelps(goal) => Fix.Copy(features)
    })
  }

  /**
   * Returns the fix as single steps: their texts after `ALTER TABLE name`. `None` also if only a copy helps.
   *
   * @param clustering columns of a clustering that needs column mapping, quoted for SQL
   */
  def steps(
      judged: ClientVerdict,
      release: Release,
      all: Seq[Release],
      clustering: => Seq[String]
  ): Option[Seq[String]] =
    ways(goalsOf(judged, release), release, all).headOption.map { case (_, changes) =>
      Refusal.dropConstraints(constraints(changes)) ++
        ClusterBy.surround(changes, clustering).map(_.step)
    }

  /**
   * A set of accesses to aim at.
   *
   * @param accesses accesses that are to work
   * @param all      whether `accesses` includes every missing one
   */
  private case class Aim(accesses: Seq[Access], all: Boolean, goal: Goal)

  private def goalsOf(judged: ClientVerdict, release: Release): LazyList[Aim] =
    if (ProtocolProblem.findIn(protocol).nonEmpty) LazyList.empty
    else {
      val (working, missing) =
        Access.all.filter(release.dependsOnTable).partition(judged.verdictFor(_).works)
      val wanted = (missing +: missing.map(Seq(_))).filter(_.nonEmpty).distinct
      for {
        more <- wanted.to(LazyList)
        accesses = Access.all.filter((working ++ more).contains)
        goal <- Goal.fromReleases(Seq(release), accesses).toOption
      } yield Aim(accesses, more == missing, goal)
    }

  private def ways(
      aims: LazyList[Aim],
      release: Release,
      all: Seq[Release]
  ): LazyList[(Aim, Seq[TableChange])] = {
    lazy val others = all.filterNot(_ == release).flatMap(accessesOf)
    for {
      aim <- aims
      changes <- path(aim.goal.and(others)).toOption.filter(isTaken)
    } yield aim -> changes
  }

  private def accessesOf(release: Release): Seq[(Release, Access)] = {
    val verdict = Verdicts.judge(protocol, states, release)
    Access.all
      .filter(access => release.dependsOnTable(access) && verdict.verdictFor(access).works)
      .map(release -> _)
  }

  private def path(goal: Goal): Either[NoPath, Seq[TableChange]] =
    new CompatiblePath(delta, policy, goal).plan(protocol, states)

  private def isAtOnce(changes: Seq[TableChange]): Boolean = changes match {
    case Seq(Normalize | Drop(_, false)) => true
    case _ => false
  }

  /**
   * Checks whether Delta would run the changes. Delta must support all features of the table. Without column mapping, the
   * names of all columns must be valid in files.
   */
  private def isTaken(changes: Seq[TableChange]): Boolean =
    protocol.supportedFeatures.subsetOf(delta.features) &&
      !(features(changes).contains("columnMapping") &&
        SchemaTraces.parse(table.schemaJson).exists(_.needsMapping))

  private def features(changes: Seq[TableChange]): Seq[String] = changes.collect {
    case Drop(feature, _) => feature
    case TableChange.Disuse(feature) => feature
  }

  private def constraints(changes: Seq[TableChange]): Seq[String] =
    if (features(changes).contains("checkConstraints"))
      table.properties.keys.filter(_.startsWith(Fixes.Constraint))
        .map(_.stripPrefix(Fixes.Constraint)).toSeq
    else Nil

  /**
   * Returns a `MAKE COMPATIBLE` for the client, or for this access path, that makes exactly these changes. If there is none,
   * returns the changes themselves.
   */
  private def statement(
      changes: Seq[TableChange],
      accesses: Seq[Access],
      release: Release,
      all: Seq[Release]
  ): Fix = {
    val ways = Seq(all -> release.client, Seq(release) -> release.qualified)
    ways.collectFirst {
      case (releases, name)
          if Goal.fromReleases(releases, accesses).exists(path(_) == Right(changes)) =>
        Fix.MakeCompatible(constraints(changes), name, release.version, accesses, changes)
    }.getOrElse(Fix.Statements(constraints(changes), changes))
  }

  /** Checks whether a copy helps: this Delta can read the table, and a table without any feature meets the goal. */
  private def copyHelps(goal: Goal): Boolean =
    protocol.readerRequirements.subsetOf(delta.features) && goal.isMet(Fixes.plain, states)
}

object Fixes {

  private val Constraint = "delta.constraints."

  /** The protocol of a new table without settings. */
  private val plain: Protocol = Protocol(1, 2)
}
