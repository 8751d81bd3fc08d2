"""Adds up the reports of every suite; the last line printed is "N passed, N failed".

Usage: summary.py [--failed] LINE ..., with --failed if a step without a report failed.
Exits with 1 if anything failed or a report is missing. Needs only the standard library, since it
must also work if the environment could not be set up.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from xml.etree import ElementTree

from lines import LINES, ROOT

NEWEST = list(LINES)[-1]

MOST_NAMED = 10
"""Maximum number of suites, tests and failures to name."""

LAB = "client lab"
"""Its clients do not run on the Spark of a line: it is run with the newest alone."""


CORE_212 = "scala core 2.12"
"""Runs only with the newest line, since Spark is not on its class path."""

CORE_212_REPORTS = "scala/core/target/test-reports-2.12/*.xml"


def suites(line: str) -> dict[str, str]:
    """Returns the places of the reports of each suite."""
    own = "" if line == NEWEST else f"/line-{line}"
    found = {
        "scala core": f"scala/core/target{own}/test-reports/*.xml",
        "scala spark": f"scala/spark/target{own}/test-reports/*.xml",
        "python unit": f"build{own}/reports/python-unit.xml",
        "python classic": f"build{own}/reports/python-classic.xml",
        "python connect": f"build{own}/reports/python-connect.xml",
    }
    if line.startswith("spark-3."):
        del found["python connect"]  # deltaward has no support for it there
        if line.endswith("_2.13"):  # PySpark 3.5 has Scala 2.12
            del found["python unit"], found["python classic"]
    return found if own else {**found, CORE_212: CORE_212_REPORTS, LAB: "build/reports/lab.xml"}


@dataclass(frozen=True)
class Count:
    """How many tests passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:
        """Add two counts."""
        return Count(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
        )


def count(report: Path) -> Count:
    """Counts the tests of one JUnit report. An unreadable report counts as a failure."""
    try:
        suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
    except ElementTree.ParseError:
        return Count(failed=1)
    total = Count()
    for suite in suites:
        tests, failures, errors, said = (
            int(suite.get(name) or 0) for name in ("tests", "failures", "errors", "skipped")
        )
        # ScalaTest marks each canceled test as skipped, and does not count them.
        skipped = max(said, len(suite.findall("testcase/skipped")))
        total += Count(tests - failures - errors - skipped, failures + errors, skipped)
    return total


@dataclass(frozen=True)
class Case:
    """One test of a report.

    Attributes:
        suite: the name of its class, or of its file in Python.
        problem: why it failed, on a few lines; empty if it passed.
    """

    suite: str
    name: str
    seconds: float
    problem: str


def cases(report: Path) -> list[Case]:
    """Returns the tests of one JUnit report. Counts an unreadable report as a failed test."""
    try:
        found = list(ElementTree.parse(report).getroot().iter("testcase"))
    except ElementTree.ParseError:
        return [Case(report.name, "the report is cut off", 0, "it ends too early")]
    return [
        Case(
            suite=case.get("classname") or report.stem,
            name=case.get("name") or "",
            seconds=float(case.get("time") or 0),
            problem="\n    ".join(map(_said, (*case.iter("failure"), *case.iter("error")))),
        )
        for case in found
    ]


def failures(found: Iterable[Case]) -> list[str]:
    """Names up to ten failed tests with their reasons, which fit the last 100 lines of the log."""
    failed = [case for case in found if case.problem]
    named = [f"{case.suite}: {case.name}\n    {case.problem}" for case in failed[:MOST_NAMED]]
    more = len(failed) - MOST_NAMED
    return [*named, f"and {more} more failed tests"] if more > 0 else named


def slowest(found: Sequence[Case]) -> list[str]:
    """Returns two tables: the slowest suites and the slowest tests, with their shares of the time.

    The time is the sum over all tests. It exceeds the run's duration, since steps run in parallel.
    """
    total = sum(case.seconds for case in found) or 1.0
    of_suites, of_tests = defaultdict[str, float](float), defaultdict[str, float](float)
    for case in found:
        of_suites[case.suite] += case.seconds
        of_tests[f"{case.suite}: {case.name}"] += case.seconds
    return [
        line
        for kind, times in (("suites", of_suites), ("tests", of_tests))
        for line in (
            f"slowest {kind}{'seconds':>93}   share",
            *(
                f"  {_short(name):<96}{seconds:>9.1f}{seconds / total:>8.1%}"
                for name, seconds in nlargest(MOST_NAMED, times.items(), key=itemgetter(1))
            ),
        )
    ]


def _short(name: str) -> str:
    bare = name.removeprefix("io.deltaward.")
    return bare if len(bare) <= 95 else f"{bare[:92]}..."


def _said(problem: ElementTree.Element) -> str:
    text = problem.get("message") or problem.text or ""
    return "\n    ".join(text.strip().splitlines()[:6])[:1000]


def summarise(
    root: Path, patterns: dict[str, str], *, step_failed: bool
) -> tuple[list[str], Count]:
    """Returns the lines to print, and the sum.

    The lines are the slowest suites and tests, the failed tests, a line for each step, and the sum.

    A suite without a report counts as one failure. A step that failed counts as one only when
    no suite shows a failure: a failed test fails its step too, and must not be counted twice.
    """
    lines: list[str] = []
    found: list[Case] = []
    total = Count()
    for suite, pattern in patterns.items():
        reports = sorted(root.glob(pattern))
        counted = sum(map(count, reports), Count()) if reports else Count(failed=1)
        note = "" if reports else "  (no report)"
        lines.append(
            f"{suite:<44}{counted.passed:>6} passed{counted.failed:>6} failed"
            f"{counted.skipped:>6} skipped{note}"
        )
        total += counted
        found += [case for report in reports for case in cases(report)]
    lines = [*slowest(found), *failures(found), *lines]
    if step_failed and not total.failed:
        lines.append("a step failed that has no report")
        total += Count(failed=1)
    lines.append(f"{total.passed} passed, {total.failed} failed")
    return lines, total


def main() -> int:
    """Print the summary and return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--failed", action="store_true")
    parser.add_argument("lines", nargs="+")
    given = parser.parse_args()
    patterns = {
        f"{suite}, {line}": pattern
        for line in given.lines
        for suite, pattern in suites(line).items()
    }
    lines, total = summarise(ROOT, patterns, step_failed=given.failed)
    print("\n".join(lines), flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
