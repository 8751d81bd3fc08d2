"""docs/compatibility.md: what was run on each line, from the reports of the runs."""

import shutil
from pathlib import Path

import pytest

from compatibility import page
from summary import ROOT, lines_of, suites


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "build.sbt", tmp_path)
    for line in lines_of(tmp_path):
        for pattern in suites(line, newest="4.2").values():
            path = tmp_path / pattern.replace("*", "TEST-suite")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('<testsuite tests="1200" failures="0" errors="0" skipped="0"/>')
    return tmp_path


def test_each_suite_is_a_row_and_each_line_a_column(root: Path) -> None:
    text = page(root)
    assert "| suite | Spark 4.0.2 | Spark 4.1.1 | Spark 4.2.0 |" in text
    assert "| scala spark | 1,200 passed | 1,200 passed | 1,200 passed |" in text
    assert "| client lab |  |  | 1,200 passed |" in text
    assert "Nothing was skipped." in text


def test_what_failed_or_was_skipped_is_said_with_its_reason(root: Path) -> None:
    report = root / suites("4.0", newest="4.2")["python unit"]
    report.write_text(
        '<testsuite tests="5" failures="1" errors="0" skipped="1">'
        '<testcase name="test_geometry"><skipped message="Spark 4.0 knows none"/></testcase>'
        "</testsuite>"
    )
    text = page(root)
    assert "| python unit | 3 passed, 1 failed, 1 skipped | 1,200 passed | 1,200 passed |" in text
    assert "- 4.0: test_geometry: Spark 4.0 knows none" in text


def test_a_line_that_was_not_run_is_named(root: Path) -> None:
    (root / suites("4.1", newest="4.2")["python connect"]).unlink()
    with pytest.raises(LookupError, match=r"python connect of 4\.1: run make test LINE="):
        page(root)
