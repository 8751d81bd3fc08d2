"""Writes docs/compatibility.md from the reports of one `make test LINE=...` for each line.

Exits with 2 if a line was not run. Needs only the standard library.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

from lines import LINES, ROOT
from summary import NEWEST, Count, count, suites

PAGE = ROOT / "docs" / "compatibility.md"

TEXT = """# Which Spark and which Delta Lake

Check here whether your versions of Spark and Delta Lake work with deltaward. `deltaward --version`
prints them. A line is a minor version of Spark with one or two of Delta Lake. Each line has
its own jar. The Python package contains all jars, and uses the one for the installed PySpark and
Delta Lake. If Spark's jars folder has Delta Lake, it uses the jar for that version.

{lines}

If Spark or Delta Lake lacks a member that deltaward needs, the session does not start. The error
`DELTAWARD_UNSUPPORTED_DELTA` names the missing members, and the jar or the Delta Lake to use.

We build and test each jar with the first Delta Lake of its row. For the others, a test only checks
that every member that deltaward needs is there.

deltaward accepts any patch release of Delta's Python package: `delta-spark>=3.2,<4.5`. If the table
lists that release, Spark fetches its jars. Otherwise it fetches the newest listed release of the
same minor version. Delta Lake 4.4.1 has a Python package, but no jars on Maven Central: Spark
fetches those of 4.4.0. To use the jars of another release, name them in
`spark.jars.packages`. deltaward refuses jars that lack a member it needs, whatever their version.

pip cannot install Spark 4.2.1 yet: the Python package of Delta Lake 4.4 needs `pyspark<=4.2.0`.

All tests run on Java 17. The Python tests of conflicts, refusals and plans also run on Java 21.
The jar for Spark 3.5 is compiled for Java 11, and has been started on it.

## Differences in older Delta Lakes

Delta Lake 3.2 and 3.3, on Spark 3.5:

- **The Python package needs a session without Spark Connect.** Spark Connect 3.5 does not pass on
  the condition of an error. Statements in SQL and commit rules work with it: we tried them by hand
  on a server of Spark 3.5.7.
- **They cannot drop `deletionVectors`.** `EXPLAIN DROP FEATURE` says so, and names the Delta Lake
  that can. Once deletion vectors are on, only a copy of the table is without the feature.
- **Dropping a feature that readers need takes two runs.** By default, they do not protect history.
  Run `DROP FEATURE ... TRUNCATE HISTORY`, wait a day, and run it again. `EXPLAIN DROP FEATURE`
  shows the time.
- **`delta.enableTypeWidening` adds the feature `typeWidening-preview`**, and Spark 3.5 widens no
  integer to `BIGINT`.
- **A catalog that does not exist is `SCHEMA_NOT_FOUND`.**

Delta Lake 3.2:

- **It can drop fewer features**: see [the list](#features-that-delta-lake-can-drop).
- **It has no `checkpointProtection`.** It reads tables with that feature, and refuses to write
  them.
- **Its cleanup looks at each file alone.** It can remove a checkpoint that later commits need.
  Versions up to the next checkpoint are then unreadable. Plans list the removed versions, not the
  unreadable ones.
- **Some properties need more than in later versions.** Column mapping needs a table with reader 2
  and writer 5. `delta.enableRowTracking` needs an empty table.
- **In-commit timestamps are a preview**: the property is `delta.enableInCommitTimestamps-preview`.
- **It neither writes nor checks checksum files.** More statements therefore run a Spark job, and an
  audit says `UNKNOWN` more often.
- **Its OPTIMIZE, run against a `DELETE`, can bring deleted rows back.** deltaward refuses such a
  commit with `DELTAWARD_OUTDATED_REWRITE`. Run OPTIMIZE again. This happens if the metadata
  changed, too, or if resolving the conflict takes longer than `maxResolutionTime`. `SHOW CONFLICT
  MATRIX` says that OPTIMIZE then leaves out files; with Delta Lake 3.2 it fails.
- **From Spark 3.5.6 on, `REPLACE TABLE AS SELECT` and an overwrite by `saveAsTable` fail**: Spark
  asks for `TRUNCATE`, which Delta's new table does not offer.

Delta Lake 3.2 to 4.0:

- **More changes of metadata are conflicts.** By default, a write also fails if another session
  meanwhile adds a table feature or turns deletion vectors on. Run the write again.
- **An overwrite follows no change of metadata**, not even with
  `spark.deltaward.metadataConcurrency.enabled`: they do not record `overwriteSchema`.

Delta Lake 4.0:

- **4.0.0 lacks a member that deltaward needs.** Use 4.0.1.

Delta Lake 4.1 and 4.2:

- **They add the feature `variantShredding` without `variantType`**, which it requires. The rule
  `validProtocol` refuses that commit. Ask for both features.

Delta Lake 3.2 to 4.3:

- **They do not know their own commit again.** If the storage writes a commit but its answer is
  lost, they report a conflict with that same commit.

## Features that Delta Lake can drop

| feature | Delta Lake |
| --- | --- |
| `v2Checkpoint` | 3.2 and later |
| `checkConstraints` | 3.3 and later |
| `checkpointProtection` | 3.3 and later |
| `columnMapping` | 3.3 and later |
| `inCommitTimestamp` | 3.3 and later |
| `typeWidening` | 3.3 and later |
| `vacuumProtocolCheck` | 3.3 and later |
| `deletionVectors` | 4.0 and later |
| `domainMetadata` | 4.1 and later |
| `materializePartitionColumns` | 4.1 and later |
| `rowTracking` | 4.1 and later |
| `geospatial` | 4.3 and later |

The preview `typeWidening-preview` can be dropped, too, and with Delta Lake 3.2 also
`inCommitTimestamp-preview`.

## A vendor's own build of Delta Lake

A vendor's build, such as `4.2.0-amzn-0`, can differ inside. When the session starts, deltaward
checks that Delta has every class and method that it needs. If one is missing, the session fails
with `DELTAWARD_UNSUPPORTED_DELTA`.

For such a build, use `io.deltaward.DeltawardReadOnlyExtension` in place of
`io.deltaward.DeltawardSparkSessionExtension`:

- In `spark.sql.extensions`:
  `io.delta.sql.DeltaSparkSessionExtension,io.deltaward.DeltawardReadOnlyExtension`
- In Python: `builder.config("spark.sql.extensions", "io.deltaward.DeltawardReadOnlyExtension")`.
  `deltaward.configure` keeps it, and does not add `DeltawardSparkSessionExtension`.

**It judges no commit**: no rule is in force, whatever the settings say, and conflicts are Delta's
own. A warning in Spark's log says so when the session starts.

It runs `SHOW PROTOCOL COMPATIBILITY` of a table or of many, `ANALYZE PROTOCOL COMPATIBILITY`,
`DESCRIBE PROTOCOL`, `SHOW PROTOCOL HISTORY`, `SHOW TABLE FEATURES`, `SHOW DELTA CLIENTS` and
`SHOW CHECKPOINT PROTECTION`. It refuses all other statements of deltaward with
`DELTAWARD_UNSUPPORTED_STATEMENT`. It also refuses a statement if this Delta lacks a member that
the statement needs, and names the member.

The column `fix` is NULL. `unlockedBy` still names features to drop. Before a drop, ask a session
with the rules: one of them refuses a drop that would break the table.

We tested this on copies of Delta's jar with renamed methods. We have not tested it on a vendor's
cluster.

## The coming release of Delta Lake

We read Delta's main branch in August 2026, 40 commits after 4.4.0. What is new there, and what
deltaward does with it:

- **Methods with other names or parameters**: the session fails with `DELTAWARD_UNSUPPORTED_DELTA`,
  which names them.
- **Commits by another kind of transaction**: no rule can judge them, which
  `DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION` says.
- **Commits by Delta Kernel, from a streaming sink too**: no rule can judge them, which
  `DELTAWARD_COMMIT_NOT_JUDGED.KERNEL` says.
- **The feature `adaptiveMetadata`**: verdicts are `UNKNOWN`, unless a client is known to refuse the
  table.
- **Deletion vectors of storage type `r`**: deltaward reports a defect of the log, since no released
  Delta Lake reads them.

## What was run

`make test` runs everything on the newest line. `make test-part LINE=...` runs statements, ways to
commit, conflicts and the Python package on another line. It also tries pairs of statements of the
[conflict matrix](concurrency.md#what-no-longer-conflicts), which is the same on all lines but for
the differences above. Two suites do not depend on Spark and run only with the newest line: the
client lab, and core on Scala 2.12. On Spark 3.5, the tests of Spark Connect are left out. On Spark
3.5 with Scala 2.13, those of the Python package are left out, too: PySpark 3.5 has Scala 2.12.

{ran}

{skipped}
"""


def table(header: list[str], rows: list[list[str]]) -> str:
    """Returns a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def skips(report: Path) -> list[str]:
    """Returns the skipped tests of a report, each with its reason."""
    cases = ElementTree.parse(report).getroot().iter("testcase")
    found = [(case.get("name") or "", case.find("skipped")) for case in cases]
    return [f"{name}: {skip.get('message') or ''}" for name, skip in found if skip is not None]


def cell(reports: list[Path]) -> str:
    """Returns the counts of tests by result; empty if the line does not run the suite."""
    if not reports:
        return ""
    total = sum(map(count, reports), Count())
    said = [f"{total.passed:,} passed"]
    said += [f"{total.failed} failed"] if total.failed else []
    said += [f"{total.skipped} skipped"] if total.skipped else []
    return ", ".join(said)


def page(root: Path) -> str:
    """Returns the page. Raises LookupError if the reports of a suite and line are missing."""
    found = {
        line: {name: sorted(root.glob(at)) for name, at in suites(line).items()} for line in LINES
    }
    absent = [f"{name} of {line}" for line in LINES for name, at in found[line].items() if not at]
    if absent:
        raise LookupError(f"no report of {', '.join(absent)}: run make test LINE=... first")
    why = sorted(
        {
            f"- {line}: {skip}"
            for line in LINES
            for reports in found[line].values()
            for report in reports
            for skip in skips(report)
        }
    )
    return TEXT.format(
        lines=table(
            ["tested with Spark", "Delta Lake", "Scala", "jar"],
            [
                [line.spark, ", ".join(line.releases), line.scala, f"`deltaward-{name}`"]
                for name, line in LINES.items()
            ],
        ),
        ran=table(
            ["line", *found[NEWEST]],
            [
                [line, *(cell(ran.get(name, [])) for name in found[NEWEST])]
                for line, ran in found.items()
            ],
        ),
        skipped="\n".join(["Skipped:", "", *why]) if why else "Nothing was skipped.",
    )


def main() -> int:
    """Writes the page and returns the exit code."""
    try:
        PAGE.write_text(page(ROOT))
    except LookupError as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
