"""The command line, in a separate process."""

import io
import json
import re
from datetime import date

import pyspark
import pytest
from pyspark.sql import Row
from rich.console import Console

import deltaward
from commands import WITH_CATALOG, Commands, run, write_table
from deltaward._session.jar import delta_version
from deltaward._terminal import lines as _lines
from deltaward._terminal import render as _render

pytestmark = pytest.mark.classic

SHOW = ("deltaward", "show", "table", "--client", "trino", "--client", "delta-spark=4.4.0")
ALL = (
    "deltaward",
    "show",
    "table",
    "--client",
    "deltalake=0.20.2",
    "--client",
    "synapse-serverless-sql",
)
JSON = (*SHOW, "--format", "json")
CLIENTS = ("deltaward", "clients", "synapse*|duckdb")
VERSION = ("deltaward", "--version")
INSPECT = ("deltaward", "show", "table", "--client", "delta-spark", "--inspect-log")
NO_TABLE = ("deltaward", "show", "./nowhere")
NO_NAME = ("deltaward", "show", "nowhere.orders")
NO_CONF = ("deltaward", "show", "table", "--conf", "spark.master")
NO_SETTING = ("deltaward", "show", "table", "--conf", "spark.deltaward.requiredClient=trino read")
NO_CLIENT = ("deltaward", "show", "table", "--client", "trinoo")

# The beginnings of the lines below a table.
NOTES = ("- ", "  fix", "Log files read: ")

BY_NAME = ("deltaward", "show", "sales.orders", "--client", "trino", *WITH_CATALOG)


@pytest.fixture(scope="module")
def done(quick_environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """Runs every command once."""
    place = tmp_path_factory.mktemp("commands")
    write_table(place / "table")
    commands = [
        *(BY_NAME, SHOW, ALL, JSON, INSPECT, CLIENTS, VERSION),
        # NO_SETTING comes last, since its setting stays for later commands.
        *(NO_TABLE, NO_NAME, NO_CONF, NO_CLIENT, NO_SETTING),
    ]
    return run(commands, place, quick_environment, {"sales.orders": "table"})


def test_show_prints_the_verdicts_for_the_clients_asked_for_and_nothing_else(
    done: Commands,
) -> None:
    show = done[SHOW]
    assert (show.code, show.errors) == (0, "")
    shown = [line.split()[:2] for line in show.output.splitlines() if not line.startswith(NOTES)]
    assert shown[0][0] == "CLIENT"
    assert {row[0] for row in shown[1:]} == {"trino", "delta-spark"}
    assert ["delta-spark", "4.4.0"] in shown


def test_into_a_pipe_there_is_one_line_a_row_and_nothing_is_broken(done: Commands) -> None:
    header, *lines = done[ALL].output.splitlines()
    assert header.split("  ")[0] == "CLIENT"
    rows = [line for line in lines if not line.startswith(NOTES)]
    assert [row.split()[0] for row in rows] == ["deltalake"] * 5 + ["synapse-serverless-sql"]
    assert "documentation of 2025" in rows[-1]


def test_a_reason_is_given_once_for_the_access_paths_that_share_it_and_a_fix_once(
    done: Commands,
) -> None:
    lines = done[ALL].output.splitlines()
    notes = [line for line in lines if line.startswith("- deltalake 0.20.2 (")]
    assert len(notes) == len(set(notes))
    assert any(re.match(r"- deltalake [\d.]+ \(\w+, \w+.*\): ", note) for note in notes), notes
    fixes = [line for line in lines if line.startswith("  fix")]
    assert fixes
    assert len(fixes) == len(set(fixes))
    assert all("delta.`/" in fix for fix in fixes), "can be run from anywhere"


def test_json_has_the_columns_of_the_statement(done: Commands) -> None:
    assert done[JSON].code == 0
    rows = json.loads(done[JSON].output)
    assert {row["client"] for row in rows} == {"trino", "delta-spark"}
    assert rows[0]["blockingFeatures"] == [] or rows[0]["readVerdict"] != "OK"
    date.fromisoformat(rows[0]["verifiedAt"])


def test_a_table_can_be_named_as_in_a_catalog(done: Commands) -> None:
    shown = done[BY_NAME]
    assert (shown.code, shown.errors) == (0, "")
    assert "\ntrino" in shown.output


def test_the_sources_of_the_registry_are_whole(done: Commands) -> None:
    (line,) = (row for row in done[CLIENTS].output.splitlines() if row.startswith("synapse"))
    url = "https://learn.microsoft.com/en-us/azure/synapse-analytics/sql/query-delta-lake-format"
    assert line.endswith(url)


def test_the_version_names_what_it_works_with(done: Commands) -> None:
    pair = f"Delta Lake {delta_version()}, Spark {pyspark.__version__}"
    assert done[VERSION].output.strip() == f"deltaward {deltaward.__version__} ({pair})"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (NO_NAME, "there is no directory nowhere.orders here, and no table of that name"),
        (NO_CONF, "'spark.master' is not a Spark property; write --conf KEY=VALUE"),
        (NO_SETTING, "spark.deltaward.requiredClient does not exist. Did you mean"),
    ],
)
def test_what_is_not_there_or_cannot_be_meant_is_one_line(
    done: Commands, command: tuple[str, ...], said: str
) -> None:
    failed = done[command]
    assert (failed.code, failed.output) == (2, "")
    (line,) = failed.errors.splitlines()
    assert line.startswith(f"deltaward: {said}")


def test_a_terminal_breaks_no_name_and_no_source_and_no_fix() -> None:
    row = Row(
        client="synapse-serverless-sql",
        clientVersion="documentation of 2025",
        accessPath="query",
        readVerdict="BLOCKED",
        writeVerdict="BLOCKED",
        blockingFeatures=["deletionVectors"],
        reason="synapse-serverless-sql documentation of 2025: " + "it is long, " * 20,
        fix="ALTER TABLE delta.`/a/long/path` DROP FEATURE deletionVectors " * 3,
        evidence="documentation",
        verifiedAt=date(2026, 1, 2),
        stale=True,
        sources=["https://example.org/" + "a" * 100],
        logRead="one.crc",
    )
    console = Console(width=60, file=io.StringIO(), force_terminal=True, color_system=None)
    console.print(_render.compatibility_table([row]))
    console.print(_render.clients_table([row]))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert printed.count("synapse-serverless-sql") == 2
    assert _lines.verified(row) == "2026-01-02, stale"
    (source,) = _render.clients_sources([row])
    assert source.plain.endswith(row.sources[0])
    reason, fix, read = _render.compatibility_notes([row])
    assert reason.plain.startswith("- synapse-serverless-sql documentation of 2025 (query): it is")
    assert [_render.is_fix(note) for note in (reason, fix, read)] == [False, True, False]


def test_show_says_what_it_read_of_the_log_and_reads_all_of_it_when_asked_to(
    done: Commands,
) -> None:
    commit = f"{0:020}.json"
    assert f"Log files read: {commit}" in " ".join(done[SHOW].output.split())
    inspected = " ".join(done[INSPECT].output.split())
    assert (done[INSPECT].code, done[INSPECT].errors) == (0, "")
    assert f"Log files read: all that readers open: {commit}" in inspected


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
