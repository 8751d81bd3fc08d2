"""docs/compatibility.md: what was run on each line, from the reports of the runs."""

from pathlib import Path

import pytest

from compatibility import page
from lines import LINES
from summary import suites

OLDEST, *_, OLDER, NEWEST = LINES
JVM_ONLY = "spark-3.5-delta-3.3_2.13"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for line in LINES:
        for pattern in suites(line).values():
            path = tmp_path / pattern.replace("*", "TEST-suite")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('<testsuite tests="1200" failures="0" errors="0" skipped="0"/>')
    return tmp_path


def test_each_line_is_a_row_and_each_suite_a_column(root: Path) -> None:
    text = page(root)
    assert "| line | scala core | scala spark | python unit | " in text
    assert f"| {OLDEST} |{' 1,200 passed |' * 4}  |  |  |" in text
    assert f"| {JVM_ONLY} |{' 1,200 passed |' * 2}  |  |  |  |  |" in text
    assert f"| {OLDER} |{' 1,200 passed |' * 5}  |  |" in text
    assert f"| {NEWEST} |{' 1,200 passed |' * 7}" in text
    assert "Nothing was skipped." in text


def test_what_failed_or_was_skipped_is_said_with_its_reason(root: Path) -> None:
    report = root / suites(OLDEST)["python unit"]
    report.write_text(
        '<testsuite tests="5" failures="1" errors="0" skipped="1">'
        '<testcase name="test_geometry"><skipped message="it knows none"/></testcase>'
        "</testsuite>"
    )
    text = page(root)
    assert f"| {OLDEST} | 1,200 passed | 1,200 passed | 3 passed, 1 failed, 1 skipped |" in text
    assert f"- {OLDEST}: test_geometry: it knows none" in text


def test_a_line_that_was_not_run_is_named(root: Path) -> None:
    (root / suites(OLDER)["python connect"]).unlink()
    with pytest.raises(LookupError, match=f"python connect of {OLDER}: run make test LINE="):
        page(root)
