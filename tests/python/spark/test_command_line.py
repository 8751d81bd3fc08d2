"""The command line and the demo, each in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.classic, pytest.mark.usefixtures("quick_processes")]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    log = tmp_path / "table" / "_delta_log"
    log.mkdir(parents=True)
    (log / f"{0:020}.json").write_text(
        '{"protocol":{"minReaderVersion":2,"minWriterVersion":5}}\n'
        '{"metaData":{"id":"a","format":{"provider":"parquet","options":{}},"schemaString":'
        '"{\\"type\\":\\"struct\\",\\"fields\\":[]}","partitionColumns":[],"configuration":{}}}\n'
    )
    return log.parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, check=False
    )


def test_show_prints_the_verdicts_for_the_clients_asked_for_and_nothing_else(table: Path) -> None:
    done = run(
        "deltaward", "show", str(table), "--client", "trino", "--client", "delta-spark=4.4.0"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "delta-spark 4.4.0" in done.stdout
    assert "trino" in done.stdout
    assert "polars" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "condition"),
    [
        (["{table}/nowhere"], "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND"),
        pytest.param(
            ["{table}", "--client", "trinoo"],
            "DELTAWARD_UNKNOWN_CLIENT",
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_a_failure_is_one_line_without_a_stack_trace_and_exit_code_2(
    table: Path, arguments: list[str], condition: str
) -> None:
    done = run("deltaward", "show", *(argument.format(table=table) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"deltaward: [{condition}]")
    assert "Exception" not in line


def test_the_demo_shows_three_tables_and_a_refusal_and_says_what_to_do_next() -> None:
    done = run("deltaward.demo")
    assert (done.returncode, done.stderr) == (0, "")
    for heading in ("deletion_vectors", "column_mapping", "unknown_feature"):
        assert heading in done.stdout
    assert "SILENTLY_WRONG" in done.stdout
    assert "DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK" in done.stdout
    assert "Traceback" not in done.stdout
    last_heading = done.stdout.rindex("──")
    assert done.stdout[last_heading:].lstrip("─\n").startswith("Next: ")
