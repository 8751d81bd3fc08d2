"""The command line and the demo, in a process of their own."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.classic

SHOW = ("deltaward", "show", "table", "--client", "trino", "--client", "delta-spark=4.4.0")
INSPECT = ("deltaward", "show", "table", "--client", "delta-spark", "--inspect-log")
NO_TABLE = ("deltaward", "show", "nowhere")
NO_CLIENT = ("deltaward", "show", "table", "--client", "trinoo")
DEMO = ("deltaward.demo",)

# As `python -m` does it, each with a session of its own, in a JVM that is started once.
RUN = """
import json, pathlib, runpy, sys
def printed():
    sys.stdout.flush(); sys.stderr.flush()
    return [pathlib.Path(name).read_text() for name in ("output", "errors")]
ran = []
for arguments in json.loads(sys.argv[1]):
    sys.argv, before, code = list(arguments), printed(), 0
    try:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code
    ran.append([code, *(now[len(then):] for now, then in zip(printed(), before))])
pathlib.Path("ran.json").write_text(json.dumps(ran))
"""


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    output: str
    errors: str


Commands = dict[tuple[str, ...], Done]


@pytest.fixture(scope="module")
def done(quick_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """Every command, run once."""
    place = tmp_path_factory.mktemp("commands")
    _write_table(place / "table")
    commands = [SHOW, INSPECT, NO_TABLE, NO_CLIENT, DEMO]
    with (place / "output").open("wb") as output, (place / "errors").open("wb") as errors:
        subprocess.run(
            [sys.executable, "-c", RUN, json.dumps(commands)],
            cwd=place,
            env=quick_environment,
            stdout=output,
            stderr=errors,
            check=False,
        )
    ran = place / "ran.json"
    assert ran.exists(), (place / "errors").read_text()[-3000:]
    ends = json.loads(ran.read_text())
    return {command: Done(*end) for command, end in zip(commands, ends, strict=True)}


def _write_table(table: Path) -> None:
    log = table / "_delta_log"
    log.mkdir(parents=True)
    (log / f"{0:020}.json").write_text(
        '{"protocol":{"minReaderVersion":2,"minWriterVersion":5}}\n'
        '{"metaData":{"id":"a","format":{"provider":"parquet","options":{}},"schemaString":'
        '"{\\"type\\":\\"struct\\",\\"fields\\":[]}","partitionColumns":[],"configuration":{}}}\n'
    )


def test_show_prints_the_verdicts_for_the_clients_asked_for_and_nothing_else(
    done: Commands,
) -> None:
    show = done[SHOW]
    assert (show.code, show.errors) == (0, "")
    assert "delta-spark 4.4.0" in show.output
    assert "trino" in show.output
    assert "polars" not in show.output


def test_show_says_what_it_read_of_the_log_and_reads_all_of_it_when_asked_to(
    done: Commands,
) -> None:
    commit = f"{0:020}.json"
    assert f"Read of the log: {commit}" in " ".join(done[SHOW].output.split())
    inspected = " ".join(done[INSPECT].output.split())
    assert (done[INSPECT].code, done[INSPECT].errors) == (0, "")
    assert f"Read of the log: all that readers open: {commit}" in inspected


@pytest.mark.parametrize(
    ("command", "condition"),
    [
        (NO_TABLE, "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND"),
        (NO_CLIENT, "DELTAWARD_UNKNOWN_CLIENT"),
    ],
)
def test_a_failure_is_one_line_without_a_stack_trace_and_exit_code_2(
    done: Commands, command: tuple[str, ...], condition: str
) -> None:
    failed = done[command]
    assert (failed.code, failed.output) == (2, "")
    (line,) = failed.errors.splitlines()
    assert line.startswith(f"deltaward: [{condition}]")
    assert "Exception" not in line


def test_the_demo_shows_three_tables_and_a_refusal_and_says_what_to_do_next(
    done: Commands,
) -> None:
    demo = done[DEMO]
    assert (demo.code, demo.errors) == (0, "")
    for heading in ("deletion_vectors", "column_mapping", "unknown_feature"):
        assert heading in demo.output
    assert "SILENTLY_WRONG" in demo.output
    assert "DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK" in demo.output
    assert "Traceback" not in demo.output
    last_heading = demo.output.rindex("──")
    assert demo.output[last_heading:].lstrip("─\n").startswith("Next: ")
