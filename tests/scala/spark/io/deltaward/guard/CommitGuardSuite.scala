package io.deltaward.guard

import org.apache.spark.sql.internal.SQLConf
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.CommitRefusedException
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol
import io.deltaward.rules.{Commit, PropertyTreatment}

/** Tests the guard with rules that fail, and with changes made by conflict resolution. */
class CommitGuardSuite extends AnyFunSuite with DeltaSession {

  private val settled = TableDescriptor(Protocol(1, 2), Map.empty)
  private val higher =
    TableDescriptor(
      Protocol(3, 7, Some(Set.empty), Some(Set("appendOnly", "invariants"))),
      Map.empty
    )
  private val protectedSide = TableDescriptor(
    Protocol(1, 7, None, Some(Set("checkpointProtection"))),
    Map("delta.requireCheckpointProtectionBeforeVersion" -> "5")
  )

  private def guard(session: (String, String)*)(cluster: (String, String)*): CommitGuard = {
    DeltawardConf.register()
    val conf = new SQLConf
    (cluster ++ session).foreach { case (key, value) => conf.setConfString(key, value) }
    new CommitGuard(new RuleSettings(cluster.toMap.get, conf), "t")
  }

  private val unlisted: () => Long =
    () => throw new java.io.IOException("the log cannot be listed")

  private def commit(
      before: TableDescriptor,
      after: TableDescriptor,
      earliest: () => Long = () => 0L
  ): Commit = Commit(
    operation = "TEST",
    version = 7,
    before = Some(before),
    after = after,
    change = PropertyTreatment.Altering,
    protocolWritten = true,
    metadataWritten = true,
    defaults = Map.empty,
    knownOtherwise = Set.empty,
    historyCheckedByDelta = true,
    earliestReadableVersion = earliest,
    reachedBoundary = () => before.boundary.getOrElse(0L)
  )

  private val Mode = "spark.deltaward.rule.checkpointProtection.mode"

  test("a rule that fails refuses the commit in enforce, and says what failed") {
    val error =
      intercept[CommitRefusedException](
        guard()().beforeCommit(commit(protectedSide, settled, unlisted))
      )
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.RULE_FAILED")
    assert(error.getMessage.contains("the log cannot be listed") && error.getCause != null)
  }

  test("a rule that fails is logged in warn, and the commit goes on") {
    val told = LoggedWarnings.record(classOf[CommitGuard]) {
      guard(Mode -> "warn")().beforeCommit(commit(protectedSide, settled, unlisted))
    }
    assert(told == Seq(
      "The rule checkpointProtection failed on t. Its mode is warn, so the commit goes through"
    ))
  }

  test("what an attempt writes is looked at again: a protocol that came in since is refused") {
    val error = intercept[CommitRefusedException](guard()().beforeAttempt(commit(settled, higher)))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.CHANGED_DURING_COMMIT")
  }

  test("several findings are told in one refusal") {
    val moved = TableDescriptor(
      Protocol(1, 101, None, Some(Set("checkpointProtection"))),
      Map("delta.requireCheckpointProtectionBeforeVersion" -> "4")
    )
    val error =
      intercept[CommitRefusedException](guard()().beforeCommit(commit(protectedSide, moved)))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.SEVERAL_FINDINGS")
    assert(error.getMessage.contains("BOUNDARY_MOVED_BACK") &&
      error.getMessage.contains("INVALID_PROTOCOL"))
  }

  test("locked: session and table can only make a rule stricter") {
    val moved =
      protectedSide.copy(properties = Map("delta.requireCheckpointProtectionBeforeVersion" -> "4"))
    val lock = "spark.deltaward.locked" -> "true"
    def refuses(g: CommitGuard, before: TableDescriptor): Boolean =
      scala.util.Try(g.beforeCommit(commit(before, moved))).isFailure
    val lenientTable = protectedSide.copy(properties =
      protectedSide.properties + (s"deltaward.rule.checkpointProtection.mode" -> "off")
    )
    assert(refuses(guard(Mode -> "off")(lock), protectedSide))
    assert(refuses(guard()(lock), lenientTable))
    assert(!refuses(guard()(lock, Mode -> "off"), protectedSide))
    assert(refuses(guard(Mode -> "enforce")(lock, Mode -> "off"), protectedSide))
  }

  test("locked: a session cannot turn the rules off") {
    DeltawardConf.register()
    def enabled(cluster: (String, String)*): Boolean = {
      val conf = new SQLConf
      (cluster :+ ("spark.deltaward.enabled" -> "false")).foreach { case (k, v) =>
        conf.setConfString(k, v)
      }
      new RuleSettings(cluster.toMap.get, conf).enabled
    }
    assert(enabled("spark.deltaward.locked" -> "true"))
    assert(!enabled())
    assert(!enabled("spark.deltaward.locked" -> "true", "spark.deltaward.enabled" -> "false"))
  }
}
