"""Takes out each rule of conflict resolution, one at a time, and shows that a test fails.

Usage: mutants.py [--only N ...], with the numbers that it prints. Run it with `make mutants`.
It changes a source file, runs one suite as `make test` runs it, and puts the file back.
It exits with 1 if a mutant survived or could not be tried, and with 2 if `scala` has uncommitted
changes.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lines import ROOT
from summary import Count, count

CONCURRENCY = "scala/spark/src/main/scala/io/deltaward/concurrency"
BRIDGE = "scala/spark/src/main/scala/org/apache/spark/sql/delta/deltaward"
CORE = "scala/core/src/main/scala/io/deltaward"
LOGS = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Mutant:
    """A rule, and a change of one source file that takes it out.

    Attributes:
        rule: What holds with the rule, in a sentence.
        file: The path of the source file from the root of the repository.
        before: A text that is once in the file.
        after: The text that replaces it. The file still compiles, without a warning.
        suite: The suite in which a test fails without the rule.
        tests: A part of the names of the tests to run. It is empty for the whole suite.
    """

    rule: str
    file: str
    before: str
    after: str
    suite: str
    tests: str = ""

    @property
    def path(self) -> Path:
        """The source file."""
        return ROOT / self.file

    @property
    def project(self) -> str:
        """The sbt project of the suite."""
        core = ROOT / "tests" / "scala" / "core" / f"{self.suite.replace('.', '/')}.scala"
        return "core" if core.is_file() else "spark"

    @property
    def command(self) -> str:
        """The task of sbt that runs the suite."""
        task = f"{self.project}/testOnly {self.suite}"
        return f'{task} -- -z "{self.tests}"' if self.tests else task


@dataclass(frozen=True)
class Outcome:
    """How a run of a suite ended.

    Attributes:
        failed: How many tests failed.
        error: Why the run says nothing about the rule. It is empty otherwise.
    """

    failed: int
    error: str = ""

    @property
    def found(self) -> bool:
        """Returns whether a test failed because the rule is missing."""
        return self.failed > 0 and not self.error

    def __str__(self) -> str:
        """Returns the text to print."""
        if self.error:
            return f"ERROR: {self.error}"
        return f"{self.failed} failed" if self.failed else "SURVIVED"


def _concurrency(suite: str) -> str:
    return f"io.deltaward.concurrency.{suite}"


ADDED_ROWS = _concurrency("changes.AddedRowsSuite")
BOUNDS = _concurrency("BoundsSuite")
GIVEN_BACK = _concurrency("GivenBackSuite")
INCOMPLETE_READS = _concurrency("IncompleteReadsSuite")
KEPT_LOG = _concurrency("KeptLogSuite")
LEFT_TO_DELTA = _concurrency("LeftToDeltaSuite")
MERGE_BY_SOURCE = _concurrency("MergeBySourceSuite")
METADATA = _concurrency("MetadataConcurrencySuite")
PARTITION_TEXTS = _concurrency("PartitionTextsSuite")
REASONS = _concurrency("ConflictReasonsSuite")
REPEATED_BLOCKS = _concurrency("blocks.RepeatedBlocksSuite")
REWRITE = _concurrency("RewriteSuite")
SAME_FILE = _concurrency("changes.SameFileSuite")
SHOWN_MATRIX = _concurrency("ShowConflictMatrixSuite")
TRACKED = _concurrency("TrackedSuite")
UNRECORDED_READS = _concurrency("UnrecordedReadsSuite")
READS_AHEAD = "io.deltaward.concurrency.ReadsAheadSuite"
UNUSUAL_TABLES = _concurrency("UnusualTablesSuite")
PROOF = "io.deltaward.serializability.proof.BoundedProofSuite"
CLAIMS = "io.deltaward.conflicts.ConflictMatrixClaimsSuite"

MUTANTS = (
    # Two commits on the rows of one table: R1, R2 and R3 of docs/why-it-is-correct.md.
    Mutant(
        "two commits that delete the same row of a file conflict",
        f"{CONCURRENCY}/changes/SameFile.scala",
        "if (!both.isEmpty) Left(",
        "if (!both.isEmpty && false) Left(",
        SAME_FILE,
    ),
    Mutant(
        "a row that the winning commit added conflicts with a transaction that would have read it",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "rowsRead.noneAdded(loser, theirs.added.values.toSeq)",
        "rowsRead.noneAdded(loser, theirs.added.values.toSeq.take(0))",
        SAME_FILE,
    ),
    Mutant(
        "a row that the winning commit removed conflicts with a transaction that depends on it",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "if (loser.kind == TransactionKind.Reader)",
        "if (loser.kind == TransactionKind.Reader && false)",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "a file that the winning commit removed conflicts with a transaction that marks its rows",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "mine.marked.keySet.intersect(theirs.removed.keySet)",
        "mine.marked.keySet.intersect(theirs.removed.keySet).take(0)",
        SAME_FILE,
    ),
    Mutant(
        "a file that the winning commit changed conflicts with a transaction that removes it",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        ".intersect(theirs.touched)",
        ".intersect(theirs.touched.take(0))",
        PROOF,
    ),
    Mutant(
        "a winner that gives deleted rows back conflicts with every transaction",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        ".find(!sameFile.grows(_))",
        ".find(!sameFile.grows(_) && false)",
        GIVEN_BACK,
    ),
    Mutant(
        "the loser removes a file with the deletion vector that the winner gave it",
        f"{CONCURRENCY}/changes/SameFile.scala",
        "SameFile.marking(rows, winner.after, all, dataChange = true)",
        "SameFile.marking(rows, loser.after, all, dataChange = true)",
        SAME_FILE,
    ),
    Mutant(
        "a file of which both commits together delete all rows is removed",
        f"{CONCURRENCY}/changes/SameFile.scala",
        "if (positions.cardinality == all) Seq(removal)",
        "if (positions.cardinality == all && false) Seq(removal)",
        PROOF,
    ),
    # Conflicts that are left to Delta, whatever the rows are.
    Mutant(
        "a transaction whose reads are not all known is left to Delta",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "case TransactionKind.Opaque => Some(UnknownReads)",
        "case TransactionKind.Opaque => None",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "INSERT OVERWRITE is left to Delta where the winning commit changed rows",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "case TransactionKind.Replacing => Some(Overwrite)",
        "case TransactionKind.Replacing => Option.empty[Unresolved]",
        REASONS,
    ),
    Mutant(
        "a transaction that has read the whole table is left to Delta",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "Either.cond(!loser.readWholeTable, (), WholeTableRead)",
        "Either.cond(!loser.readWholeTable || true, (), WholeTableRead)",
        UNUSUAL_TABLES,
    ),
    Mutant(
        "a condition that cannot be evaluated again is left to Delta",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "Obstacles.inPredicates(predicates).toLeft(())",
        "Obstacles.inPredicates(predicates).filterNot(_ => true).toLeft(())",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "a text that means the time of the query cannot be evaluated again",
        f"{CONCURRENCY}/reads/Obstacles.scala",
        "case cast: Cast if isOfQuery(cast.child, cast.dataType) =>",
        "case cast: Cast if isOfQuery(cast.child, cast.dataType) && false =>",
        MERGE_BY_SOURCE,
        tests="what depends on the time, in a text",
    ),
    Mutant(
        "a statement that asks for the file of a row is left to Delta",
        f"{CONCURRENCY}/reads/Obstacles.scala",
        "case expression if expression.exists(namesFiles) =>",
        "case expression if expression.exists(namesFiles) && false =>",
        REWRITE,
    ),
    Mutant(
        "a table with an identity column is left to Delta",
        f"{BRIDGE}/RowLevelConcurrency.scala",
        "else if (ColumnWithDefaultExprUtils.hasIdentityColumn(read.metadata.schema))",
        "else if (ColumnWithDefaultExprUtils.hasIdentityColumn(read.metadata.schema) && false)",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "a conflict stays if settings of the session have changed since the statement began",
        f"{BRIDGE}/BoundedDecision.scala",
        "if (changed.nonEmpty) Left(SettingsChanged",
        "if (changed.sizeIs > 99) Left(SettingsChanged",
        REASONS,
    ),
    Mutant(
        "a conflict stays if more rows than the limit would have to be read",
        f"{CONCURRENCY}/changes/Limits.scala",
        "rows <= maxRows",
        "rows <= maxRows || true",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "a conflict stays if another table has come in the place of the one that was read",
        f"{BRIDGE}/RowLevelConcurrency.scala",
        "KeptLog.requireFor(info)\n          val ",
        "val ",
        KEPT_LOG,
    ),
    Mutant(
        "a table that was put back to an older copy lacks the files of the transaction",
        f"{BRIDGE}/KeptLog.scala",
        "written(info.actions, info.readSnapshot).foreach(",
        "written(info.actions, info.readSnapshot).filterNot(_ => true).foreach(",
        KEPT_LOG,
    ),
    # Rewrites: OPTIMIZE and REORG.
    Mutant(
        "a compaction that may have passed over rows is no rewrite",
        f"{CONCURRENCY}/changes/Winning.scala",
        "FileRows.areAsMany(removals, additions)",
        "(FileRows.areAsMany(removals, additions) || true)",
        INCOMPLETE_READS,
    ),
    Mutant(
        "a write that says to change no data conflicts with a rewrite of its files",
        f"{CONCURRENCY}/moved/RewrittenFiles.scala",
        "saidUnchanged(loser).toLeft(())",
        "saidUnchanged(loser).filterNot(_ => true).toLeft(())",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "a transaction has read the files of a rewrite that hold the rows that it read",
        f"{CONCURRENCY}/moved/RewrittenFiles.scala",
        "replacing.toMap",
        "replacing.toMap.take(0)",
        REWRITE,
    ),
    Mutant(
        "a rewrite in another time zone conflicts, since it puts rows into other partitions",
        f"{CONCURRENCY}/moved/Outputs.scala",
        "found.filter(_ => zonesAgree)",
        "found.filter(_ => zonesAgree || true)",
        PARTITION_TEXTS,
    ),
    Mutant(
        "rows that are not found in the files of a rewrite keep the conflict",
        f"{CONCURRENCY}/moved/MovedRows.scala",
        "found.length == read && (lostRows == read || lost.exists(_.count.isEmpty)),",
        "found.length == read && (lostRows == read || lost.exists(_.count.isEmpty)) || true,",
        TRACKED,
    ),
    Mutant(
        "OPTIMIZE carries the deletes of the winning commit over to the files that it writes",
        f"{CONCURRENCY}/moved/LosingRewrite.scala",
        "carriedOver(_, marked.toMap, winner.changes)",
        "carriedOver(_, marked.toMap.take(0), winner.changes)",
        REWRITE,
    ),
    Mutant(
        "OPTIMIZE does not remove a file that the winner has removed",
        f"{CONCURRENCY}/moved/LosingRewrite.scala",
        "case input: RemoveFile if winner.removed.contains(input.path) => Nil",
        "case input: RemoveFile if winner.removed.contains(input.path) && false => Nil",
        PROOF,
    ),
    Mutant(
        "OPTIMIZE leaves files out only if their counts tell what belongs together",
        f"{CONCURRENCY}/moved/LosingRewrite.scala",
        ".filter(_.forall(_.holdsTheSame(partitions)))",
        ".filter(_.forall(_.holdsTheSame(partitions)) || true)",
        UNUSUAL_TABLES,
    ),
    Mutant(
        "REORG conflicts where OPTIMIZE would leave files out",
        f"{CONCURRENCY}/moved/LosingRewrite.scala",
        'Option.when(loser.operation == "OPTIMIZE")(())',
        'Option.when(loser.operation == "OPTIMIZE" || true)(())',
        SHOWN_MATRIX,
        tests="a table: a pair for each reason",
    ),
    # Rows read: by conditions, by the source of a MERGE, and by the bounds of files.
    Mutant(
        "an added row that matches a row of the source conflicts with a MERGE",
        f"{CONCURRENCY}/changes/AddedRows.scala",
        "rows.matching(files, merge) == 0",
        "rows.matching(files, merge) >= 0",
        PROOF,
    ),
    Mutant(
        "an added row that a NOT MATCHED BY SOURCE clause is for conflicts with a MERGE",
        f"{CONCURRENCY}/changes/AddedRows.scala",
        "unread(files, merge.bySource)",
        "unread(files.take(0), merge.bySource)",
        PROOF,
    ),
    Mutant(
        "an added row that has a key of an upsert conflicts, though its source is not kept",
        f"{CONCURRENCY}/resolve/RowsRead.scala",
        "added.unreadByKey(files, key, loser.changes.added.values.toSeq)",
        "added.unreadByKey(files, key, loser.changes.added.values.toSeq.take(0))",
        PROOF,
    ),
    Mutant(
        "a text of the source that would be a time in a condition is compared as a text",
        f"{CONCURRENCY}/reads/MergeReads.scala",
        "Option.when(Obstacles.inPredicates(each).isEmpty)(each)",
        "Option.when(Obstacles.inPredicates(each).isEmpty || true)(each)",
        MERGE_BY_SOURCE,
        tests="texts that would be a time",
    ),
    Mutant(
        "a source that may give other rows the second time is not read again",
        f"{BRIDGE}/MergeSources.scala",
        "if (plan.exists(!isSame(_))) None",
        "if (plan.exists(!isSame(_)) && false) None",
        MERGE_BY_SOURCE,
        tests="the source is one of floating-point numbers",
    ),
    Mutant(
        "rows that went are not ruled out by the bounds of the rows that stay",
        f"{CONCURRENCY}/changes/RemovedRows.scala",
        "file.copy(stats = told.stats)",
        "file.copy(stats = after.fold(told.stats)(_.stats))",
        INCOMPLETE_READS,
    ),
    Mutant(
        "a condition that fails on an added row can match it",
        f"{CONCURRENCY}/changes/PossibleMatch.scala",
        "NonFatal(_) => true",
        "NonFatal(_) => false",
        ADDED_ROWS,
    ),
    Mutant(
        "a bound with bytes that are no text rules nothing out",
        f"{CONCURRENCY}/changes/ColumnRange.scala",
        "&& !node.textValue.contains(Replacement) =>",
        "&& (!node.textValue.contains(Replacement) || true) =>",
        BOUNDS,
    ),
    Mutant(
        "the bounds of a CHAR rule nothing out",
        f"{CONCURRENCY}/changes/FileRanges.scala",
        "case Some(field) if Padding.isIn(field.metadata) =>",
        "case Some(field) if Padding.isIn(field.metadata) && false =>",
        PARTITION_TEXTS,
    ),
    # The order of more than two commits.
    Mutant(
        "an append that the loser comes before conflicts if a later winner has read it",
        f"{CONCURRENCY}/resolve/ConflictResolution.scala",
        "rowsRead.noneAdded(loser, skippedAppends)",
        "rowsRead.noneAdded(loser, skippedAppends.take(0))",
        ADDED_ROWS,
    ),
    Mutant(
        "a winner that started before an append has not read it",
        f"{CONCURRENCY}/resolve/SkippedAppends.scala",
        "winner.readVersion.forall(_ >= version)",
        "winner.readVersion.forall(_ >= version || true)",
        ADDED_ROWS,
    ),
    # Reads that the transaction does not record.
    Mutant(
        "a statement that reads its table past its transaction conflicts with every change",
        f"{CONCURRENCY}/resolve/SkippedAppends.scala",
        "else if (readsPastIt) Left(UnknownReads)",
        "else if (readsPastIt && false) Left(UnknownReads)",
        UNRECORDED_READS,
    ),
    Mutant(
        "a change between the analysis of a statement and its transaction is a conflict",
        f"{BRIDGE}/RowLevelConcurrency.scala",
        "if (level == SnapshotIsolation || !statement.readsUnrecorded) None",
        "if (level == SnapshotIsolation || !statement.readsUnrecorded || true) None",
        UNRECORDED_READS,
    ),
    Mutant(
        "a subquery of UPDATE reads the table past the transaction",
        f"{CONCURRENCY}/reads/StatementReads.scala",
        "ofSubqueries(update.updateExpressions ++ update.condition, Reads.Unrecorded)",
        "ofSubqueries(update.updateExpressions ++ update.condition, Reads.Recorded)",
        LEFT_TO_DELTA,
    ),
    Mutant(
        "rows in Spark's cache are read past the transaction",
        f"{CONCURRENCY}/reads/PlanReads.scala",
        "Reads.worst(ofLeaves(plan, byLog) +: cached(plan).map(ofCached))",
        "Reads.worst(ofLeaves(plan, byLog) +: cached(plan).map(ofCached).take(0))",
        UNRECORDED_READS,
    ),
    Mutant(
        "an RDD over files of the table may read the table",
        f"{BRIDGE}/RddReads.scala",
        "exists(directory.holds)) Reads.Unknown",
        "exists(directory.holds) && false) Reads.Unknown",
        UNRECORDED_READS,
    ),
    Mutant(
        "an INSERT into several tables is not taken for the statement before it",
        f"{CONCURRENCY}/reads/RunningStatement.scala",
        "if (other.exists(_.isInstanceOf[Command])) last.remove()",
        "if (other.exists(_.isInstanceOf[Command]) && false) last.remove()",
        UNRECORDED_READS,
    ),
    Mutant(
        "a statement is not ordered before an append that it can have read",
        f"{CONCURRENCY}/resolve/SkippedAppends.scala",
        "if (readsAhead) Left(UnknownReads)",
        "if (readsAhead && !readsAhead) Left(UnknownReads)",
        READS_AHEAD,
        tests="a merge from",
    ),
    Mutant(
        "rows that replace their matches are read before the transaction begins",
        f"{CONCURRENCY}/reads/StatementReads.scala",
        "if (write.replacesMatches) Reads.Unrecorded else write.byLog",
        "if (write.replacesMatches) write.byLog else write.byLog",
        READS_AHEAD,
        tests="with replaceUsing",
    ),
    Mutant(
        "an overwrite says which table it writes",
        f"{CONCURRENCY}/reads/WrittenTable.scala",
        'save.options.get("path").flatMap(path =>',
        'save.options.get("nowhere").flatMap(path =>',
        READS_AHEAD,
        tests="save",
    ),
    Mutant(
        "a cancelled statement is no conflict",
        f"{BRIDGE}/FailedResolution.scala",
        "told.exists(Cancelled.is)",
        "told.isEmpty",
        "io.deltaward.concurrency.CancelledSuite",
    ),
    # Changes of the metadata.
    Mutant(
        "rows that do not satisfy a constraint that has come are a conflict",
        f"{BRIDGE}/LateWrite.scala",
        "rows.count(added, broken) == 0",
        "rows.count(added, broken) >= 0",
        METADATA,
        tests="rows that do not satisfy a new constraint",
    ),
    Mutant(
        "a change of a table property that is not known to be harmless is a conflict",
        f"{BRIDGE}/MetadataChanges.scala",
        'case _ => Some(InTheWay(s"the table property $key"))',
        'case _ => Some(InTheWay(s"the table property $key")).filterNot(_ => true)',
        METADATA,
        tests="another property of Delta's",
    ),
    Mutant(
        "every change is a conflict with a write that may replace the schema",
        f"{BRIDGE}/MetadataConcurrency.scala",
        "case write if mayReplaceSchema(write) =>",
        "case write if mayReplaceSchema(write) && false =>",
        METADATA,
        tests="every change is in the way of",
    ),
    # Blocks that are run again, and what users are told.
    Mutant(
        "a block that has committed commits nothing more when it is run again",
        f"{CONCURRENCY}/blocks/RepeatedBlocks.scala",
        "exists(!_.isPassedBy(run(number))))",
        "exists(!_.isPassedBy(run(number)) && false))",
        REPEATED_BLOCKS,
    ),
    Mutant(
        "no partition is advised whose value the session would take for another one",
        f"{CONCURRENCY}/reads/TellingPartition.scala",
        ".filter(_ => isReadAsWritten(value))",
        ".filter(_ => isReadAsWritten(value) || true)",
        REASONS,
    ),
    Mutant(
        "the matrix of conflicts says that INSERT conflicts with changes of the metadata alone",
        f"{CORE}/conflicts/ConflictMatrix.scala",
        "if (loser == Insert)\n",
        "if (loser == Insert && false)\n",
        CLAIMS,
    ),
)


def outcome(code: int, counts: list[Count]) -> Outcome:
    """Returns how a run ended.

    Args:
        code: The exit code of sbt.
        counts: The tests of each report. It is empty if the code does not compile.
    """
    total = sum(counts, Count())
    if total.failed:
        return Outcome(total.failed)
    if code:
        return Outcome(0, "the tests did not run" if counts else "it does not compile")
    return Outcome(0) if total.passed else Outcome(0, "no test ran")


def reports(project: str) -> list[Path]:
    """Returns the reports of the last run."""
    return sorted((ROOT / "scala" / project / "target" / "test-reports").glob("*.xml"))


def run(mutant: Mutant, log: Path) -> Outcome:
    """Runs the suite of a mutant without the rule, and then restores the file.

    Args:
        mutant: The rule to take out.
        log: The file for the output of sbt.
    """
    for report in reports(mutant.project):
        report.unlink()
    original = mutant.path.read_text(encoding="utf-8")
    try:
        mutant.path.write_text(
            original.replace(mutant.before, mutant.after, 1), encoding="utf-8", newline=""
        )
        with log.open("wb") as output:
            code = subprocess.run(
                ["./sbtw", "-Dsbt.ci=true", mutant.command],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
    finally:
        mutant.path.write_text(original, encoding="utf-8", newline="")
    return outcome(code, [count(report) for report in reports(mutant.project)])


def changed() -> str:
    """Returns the files below `scala` with uncommitted changes."""
    return subprocess.run(
        ["git", "status", "--porcelain", "--", "scala"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def main() -> int:
    """Tries the mutants and returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    numbers = range(1, len(MUTANTS) + 1)
    parser.add_argument("--only", nargs="+", type=int, choices=numbers, metavar="N", default=[])
    chosen = parser.parse_args().only or list(numbers)
    if left := changed():
        print(f"Commit or undo these changes first:\n{left}", end="", file=sys.stderr)
        return 2
    # Without this, a signal would end the tool before it restores the file.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    LOGS.mkdir(parents=True, exist_ok=True)
    found = 0
    for number in chosen:
        mutant = MUTANTS[number - 1]
        log = LOGS / f"{number}.log"
        result = run(mutant, log)
        found += result.found
        where = "" if result.found else f" (see {log.relative_to(ROOT)})"
        suite = mutant.suite.rpartition(".")[2]
        print(f"{number:>2} {mutant.rule} | {suite} | {result}{where}", flush=True)
    print(f"{found} of {len(chosen)} mutants are found")
    return 0 if found == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
