"""The sum over all suites that continuous integration prints last."""

from pathlib import Path

import pytest

import summary
from lines import LINES
from summary import NEWEST


@pytest.fixture
def patterns() -> dict[str, str]:
    return dict(summary.suites(NEWEST))


@pytest.fixture
def reports(patterns: dict[str, str], tmp_path: Path) -> Path:
    for pattern in patterns.values():
        path = tmp_path / pattern.replace("*", "TEST-suite")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('<testsuite tests="4" failures="0" errors="0" skipped="1"/>')
    return tmp_path


def test_skipped_tests_are_not_passed_ones(patterns: dict[str, str], reports: Path) -> None:
    lines, total = summary.summarise(reports, patterns, step_failed=False)
    assert lines[-1] == "21 passed, 0 failed"
    assert total.skipped == 7


def test_a_test_that_scalatest_canceled_is_skipped(tmp_path: Path) -> None:
    report = tmp_path / "TEST-suite.xml"
    report.write_text(
        '<testsuite tests="2" failures="0" errors="0">'
        '<testcase name="a"/><testcase name="b"><skipped/></testcase></testsuite>'
    )
    assert summary.count(report) == summary.Count(passed=1, skipped=1)


def test_failures_and_errors_are_both_failed(patterns: dict[str, str], reports: Path) -> None:
    report = reports / patterns["python unit"]
    report.write_text(
        '<testsuites><testsuite tests="4" failures="1" errors="2" skipped="0"/></testsuites>'
    )
    assert summary.summarise(reports, patterns, step_failed=True)[0][-1] == "19 passed, 3 failed"


def test_a_missing_report_is_a_failure(patterns: dict[str, str], reports: Path) -> None:
    (reports / patterns["python connect"]).unlink()
    assert summary.summarise(reports, patterns, step_failed=False)[0][-1] == "18 passed, 1 failed"


def test_a_report_that_was_cut_off_is_a_failure(patterns: dict[str, str], reports: Path) -> None:
    (reports / patterns["python connect"]).write_text("<testsuite tests=")
    assert summary.summarise(reports, patterns, step_failed=False)[0][-1] == "18 passed, 1 failed"


def test_a_step_that_failed_without_a_failed_test_is_a_failure(
    patterns: dict[str, str], reports: Path
) -> None:
    lines, total = summary.summarise(reports, patterns, step_failed=True)
    assert "a step failed that has no report" in lines
    assert (lines[-1], total.failed) == ("21 passed, 1 failed", 1)


def test_a_failed_test_is_named_with_what_it_said(patterns: dict[str, str], reports: Path) -> None:
    (reports / patterns["python unit"]).write_text(
        '<testsuite tests="2" failures="1" errors="0" skipped="0">'
        '<testcase classname="a.b" name="adds"/>'
        '<testcase classname="a.b" name="takes"><failure message="1 is not 2"/></testcase>'
        "</testsuite>"
    )
    lines, _ = summary.summarise(reports, patterns, step_failed=False)
    assert "a.b: takes\n    1 is not 2" in lines
    assert not [line for line in lines if line.startswith("a.b: adds")]


def test_failures_fit_into_the_last_100_lines_of_a_log(
    patterns: dict[str, str], reports: Path
) -> None:
    said = "\n".join(f"line {number}" for number in range(50))
    failed = "".join(
        f'<testcase classname="a.b" name="{number}"><failure>{said}</failure></testcase>'
        for number in range(40)
    )
    (reports / patterns["python unit"]).write_text(
        f'<testsuite tests="40" failures="40" errors="0" skipped="0">{failed}</testsuite>'
    )
    lines, _ = summary.summarise(reports, patterns, step_failed=False)
    assert "and 30 more failed tests" in lines
    first = next(place for place, line in enumerate(lines) if line.startswith("a.b: 0"))
    assert len("\n".join(lines[first:]).splitlines()) <= 100


def test_the_summary_lists_the_slowest_suites_and_tests_with_their_shares(
    patterns: dict[str, str], reports: Path
) -> None:
    for place, (name, seconds) in enumerate([("quick", 1), ("slow", 2)]):
        (reports / list(patterns.values())[place].replace("*", name)).write_text(
            f'<testsuite tests="2"><testcase classname="io.deltaward.{name}" name="a" time="1"/>'
            f'<testcase classname="io.deltaward.{name}" name="b" time="{seconds}"/></testsuite>'
        )
    lines, _ = summary.summarise(reports, patterns, step_failed=False)
    shown = [line.split() for line in lines]
    assert shown[1:3] == [["slow", "3.0", "60.0%"], ["quick", "2.0", "40.0%"]]
    assert shown[4] == ["slow:", "b", "2.0", "40.0%"]


def test_the_lab_is_run_with_the_newest_line_only_and_each_line_has_reports_of_its_own(
    patterns: dict[str, str],
) -> None:
    older = summary.suites([*LINES][-2])
    assert patterns.keys() - older.keys() == {summary.LAB, summary.CORE_212}
    assert not set(patterns.values()) & set(older.values())


def test_spark_3_runs_what_its_pyspark_can(patterns: dict[str, str]) -> None:
    assert {"python connect", "python classic"} <= set(patterns)
    of_spark_3 = [line for line in LINES if line.startswith("spark-3.")]
    assert of_spark_3
    for line in of_spark_3:
        suites = summary.suites(line)
        assert "python connect" not in suites
        # PySpark 3.5 has Scala 2.12.
        assert ("python classic" in suites) == line.endswith("_2.12")
