package io.deltaward.errors

import org.apache.hadoop.fs.Path

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol
import io.deltaward.rules.{Commit, Finding, PropertyTreatment, RuleFailure}
import io.deltaward.rules.Mode.Enforce
import org.apache.spark.sql.delta.deltaward.RawCommit

/** Makes a commit for each condition of `DELTAWARD_COMMIT_REFUSED`. */
trait RefusalConditions extends Raised {

  private val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  private def create(properties: String): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ($properties)")
    table
  }

  private def protectedTable(): Path = {
    val table = create("'delta.feature.checkpointProtection' = 'supported'")
    setBoundary(table, "1")
    table
  }

  private def setBoundary(table: Path, boundary: String): Any =
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '$boundary')")

  private val side = TableDescriptor(Protocol(3, 7, Some(Set.empty), Some(Set.empty)), Map.empty)
  private val commit = Commit(
    "WRITE",
    1,
    Some(side),
    side,
    PropertyTreatment.Altering,
    protocolWritten = true,
    metadataWritten = true,
    Map.empty,
    Set.empty,
    historyCheckedByDelta = false,
    () => 0L,
    () => 0L
  )
  private val finding = Finding("lowestProtocol", "NOT_LOWEST_PROTOCOL", Map.empty)

  /** Without the lock, both are only warnings: see UnseenCommitsSuite. */
  val notJudgedConditions: Ways = inFamily(
    "DELTAWARD_COMMIT_NOT_JUDGED",
    Seq(
      "KERNEL" -> (() => throw Errors.notJudgedByKernel("t")),
      "TRANSACTION" -> (() => throw Errors.notJudged("t", "a.Transaction"))
    )
  )

  /** These need a block that runs again: see RetryingSuite. */
  val notRepeatableConditions: Ways = inFamily(
    "DELTAWARD_BLOCK_NOT_REPEATABLE",
    Seq("CONFLICT_NOT_SEEN", "GIVEN_UP", "HAS_COMMITTED")
      .map(kind => kind -> (() => throw Errors.blockNotRepeatable(kind, "t")))
  )

  /** It needs Delta 3.2 and a race: see LeftToDeltaSuite. */
  val rewriteConditions: Ways =
    Seq("DELTAWARD_OUTDATED_REWRITE" -> (() => throw Errors.outdatedRewrite("t", "OPTIMIZE", "a")))

  /**
   * Conditions that need a race, a bug or a rule that cannot mend come from their constructor: see CommitGuardSuite.
   */
  val refusalConditions: Ways = inFamily(
    "DELTAWARD_COMMIT_REFUSED",
    Seq(
      "BOUNDARY_MOVED_BACK" -> (() => setBoundary(protectedTable(), "0")),
      "INVALID_BOUNDARY" -> (() => setBoundary(protectedTable(), "1000")),
      "PROTECTED_HISTORY_EXISTS" -> { () =>
        val log = org.apache.spark.sql.delta.DeltaLog.forTable(spark, protectedTable())
        io.deltaward.guard.DropByHand(spark, log, "checkpointProtection")
      },
      "HISTORY_NOT_PROTECTABLE" -> { () =>
        // It needs Delta 3.2: see UnprotectedHistorySuite.
        val parameters = Map("features" -> "deletionVectors")
        val found = Finding("checkpointProtection", "HISTORY_NOT_PROTECTABLE", parameters)
        throw Errors.refused(Seq(found), Attempt("t", "WRITE"))
      },
      "HISTORY_LEFT_UNPROTECTED" -> { () =>
        val table = create("'delta.feature.deletionVectors' = 'supported'")
        RawCommit.large(spark, table, org.apache.spark.sql.delta.actions.Protocol(1, 2))
      },
      "INVALID_PROTOCOL" -> { () =>
        RawCommit(spark, temporaryTable(), "deletionVectors")
      },
      "REQUIRED_CLIENT_LOCKED_OUT" -> { () =>
        withConf("spark.deltaward.requiredClients" -> "delta-standalone read") {
          create("'delta.enableDeletionVectors' = 'true'")
        }
      },
      "CLUSTERING_UNREADABLE" -> { () =>
        val table = temporaryTable()
        val mapping = "'delta.columnMapping.mode' = 'name'"
        sql(
          s"CREATE TABLE ${named(table)} (k INT) USING delta CLUSTER BY (k) TBLPROPERTIES ($mapping)"
        )
        sql(s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping")
      },
      "FEATURE_NOT_ALLOWED" -> { () =>
        create("'deltaward.allowedFeatures' = 'appendOnly', 'delta.enableChangeDataFeed' = 'true'")
      },
      "INVALID_POLICIES_FILE" -> { () =>
        val cluster = org.apache.spark.SparkEnv.get.conf
        cluster.set("spark.deltaward.policies.path", "/no/such/file")
        try create("'a' = 'b'")
        finally cluster.remove("spark.deltaward.policies.path"): Unit
      },
      "INVALID_POLICY" -> (() => create("'deltaward.requiredClients' = 'nobody reads'")),
      "UNKNOWN_PROPERTY" -> (() => create("'deltaward.requiredClient' = 'trino read'")),
      "UNKNOWN_SETTING" -> { () =>
        withConf("spark.deltaward.requiredClient" -> "trino read")(create("'a' = 'b'"))
      },
      "CHANGED_DURING_COMMIT" -> { () =>
        throw Errors.changedDuringCommit(Attempt("t", "WRITE"), commit, Protocol(1, 1))
      },
      "NOT_LOWEST_PROTOCOL" -> { () =>
        val parameters = Map("protocol" -> "(3,7)", "lowest" -> "(1,1)")
        throw Errors.refused(Seq(finding.copy(parameters = parameters)), Attempt("t", "WRITE"))
      },
      "RULE_FAILED" -> { () =>
        throw Errors.ruleFailed(
          RuleFailure("r", Enforce, new RuntimeException("bug")),
          Attempt("t", "WRITE")
        )
      },
      "SEVERAL_FINDINGS" -> { () =>
        val moved = Map("boundary" -> "5", "newBoundary" -> "4")
        val back = Finding("checkpointProtection", "BOUNDARY_MOVED_BACK", moved)
        val further = back.copy(parameters = moved + ("newBoundary" -> "3"))
        throw Errors.refused(Seq(back, further, back), Attempt("t", "WRITE"))
      }
    )
  )
}
