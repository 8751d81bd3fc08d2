"""``deltaward audit`` on real tables: what it prints, what it writes, and how it ends."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from jsonschema import Draft7Validator

from commands import (
    INTERRUPTED,
    ON_TERMINAL,
    WITH_CATALOG,
    Commands,
    Done,
    run,
    write_table,
)
from deltaward import Report
from deltaward._terminal.visible import visible

pytestmark = pytest.mark.classic

HOSTILE = "it's \x1b[31m<b>\n🦉 100%"
SARIF = Path(__file__).parents[1] / "schemas" / "sarif-schema-2.1.0.json"

AUDIT = ("deltaward", "audit")
ASKED = ("--client", "delta-standalone", "--client", "delta-spark")
TEXT = (*AUDIT, "lake", *ASKED)
TERMINAL = (ON_TERMINAL, *TEXT)
JSON = (*TEXT, "--format", "json")
KEPT = (*JSON, "-o", "kept.json")
KNOWN = (*TEXT, "--baseline", "kept.json")
SOME = (*AUDIT, "lake/vectors", *ASKED, "--format", "json", "-o", "some.json")
NEW = (*AUDIT, "lake", *ASKED, "--format", "json", "--baseline", "some.json")
WRITTEN = (*TEXT, "--format", "sarif", "--output", "written.sarif")
HTML = (*TEXT, "--format", "html", "-o", "lake.html")
MARKDOWN = (*TEXT, "--format", "markdown")
ONE = (*AUDIT, "lake/vectors", "--client", "delta-standalone")
ONLY_WRONG = (*ONE, "--fail-on", "wrong", "--fail-on", "policy")
ONLY_READ = (*ONE, "--fail-on", "read")
LOST_WRONG = (*AUDIT, "lake/lost", "--fail-on", "wrong")
POLICY = (*AUDIT, "lake", "--client", "delta-spark", "--policy", "policies.yaml")
ONLY_POLICY = (*POLICY, "--fail-on", "policy")
KEPT_POLICY = (*AUDIT, "lake/plain", "--policy", "policies.yaml", "--fail-on", "policy")
BAD_POLICY = (*AUDIT, "lake/plain", "--policy", "broken.yaml", "--fail-on", "policy")
EMPTY = (*AUDIT, "empty")
ALLOWED_EMPTY = (*EMPTY, "--allow-empty")
USUAL_CLIENTS = (*AUDIT, "lake/plain", "--fail-on", "unreadable", "--format", "json")
ALL_CLIENTS = (*USUAL_CLIENTS, "--all-clients")
REQUIRED = (*AUDIT, "lake/vectors", "--policy", "required.yaml", "--format", "json")
NOWHERE = (*AUDIT, "nowhere")
NO_CLIENT = (*AUDIT, "lake", "--client", "trinoo")
SCHEMA = (*AUDIT, "--schema", "sales", *ASKED, *WITH_CATALOG)
NAMED = (*AUDIT, "--table", "sales.orders", "--table", "sales.none", *ASKED, *WITH_CATALOG)
ALL_OF_CATALOG = (*AUDIT, "--catalog", "spark_catalog", *ASKED, *WITH_CATALOG)
STOPPED = (INTERRUPTED, *TEXT)
DROP = ("deltaward", "plan", "lake/vectors", "--drop", "deletionVectors")
DROP_JSON = (*DROP, "--format", "json")
REFUSED = ("deltaward", "plan", "lake/plain", "--drop", "appendOnly")
UNKNOWN_FEATURE = ("deltaward", "plan", "lake/plain", "--drop", "noSuchFeature")
LET_IN = ("deltaward", "plan", "lake/vectors", "--client", "delta-standalone", "--access", "read")
IS_IN = ("deltaward", "plan", "lake/plain", "--client", "delta-spark")
NO_WAY = ("deltaward", "plan", "lake/unheard", "--client", "delta-standalone")
FEATURES = ("deltaward", "features", "lake/vectors")
FEATURES_TERMINAL = (ON_TERMINAL, *FEATURES)
HISTORY = ("deltaward", "history", "lake/vectors")
PROTOCOL = ("deltaward", "protocol", "lake/vectors")
HISTORY_JSON = (*HISTORY, "--format", "json")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audits")
    write_table(folder / "lake" / "plain", versions=(1, 2))
    write_table(folder / "lake" / "vectors", ["deletionVectors"])
    write_table(folder / "lake" / "unheard", ["fromTheFuture"])
    write_table(folder / "lake" / HOSTILE, ["deletionVectors"])
    lost = folder / "lake" / "lost" / "_delta_log"
    lost.mkdir(parents=True)
    (lost / f"{0:020}.json").write_text("{")
    (folder / "empty").mkdir()
    (folder / "policies.yaml").write_text(
        f"policies:\n  - path: {folder}/lake/**\n    allowedFeatures: [appendOnly, invariants]\n"
    )
    (folder / "required.yaml").write_text(
        "policies:\n"
        "  - path: /**\n    requiredClients: delta-standalone read, trino>=470\n"
        "  - table: orders\n    requiredClients: [trino>=470, 'polars[scan_delta] read']\n"
    )
    (folder / "broken.yaml").write_text("policies:\n  - paht: /lake\n")
    return folder


EVERY = (
    *(SCHEMA, NAMED, ALL_OF_CATALOG, TEXT, TERMINAL, KEPT, KNOWN, WRITTEN, HTML),
    *(ONLY_POLICY, BAD_POLICY, ONLY_WRONG, ONLY_READ, LOST_WRONG),
    *(EMPTY, NOWHERE, NO_CLIENT, STOPPED, USUAL_CLIENTS, ALL_CLIENTS, REQUIRED),
    *(DROP, DROP_JSON, REFUSED, UNKNOWN_FEATURE, LET_IN, NO_WAY, FEATURES, HISTORY, PROTOCOL),
)
VARIATIONS = (
    *(JSON, SOME, NEW, MARKDOWN, KEPT_POLICY, ALLOWED_EMPTY, IS_IN),
    *(FEATURES_TERMINAL, HISTORY_JSON),
)


@pytest.fixture(scope="module")
def done(place: Path, quick_environment: dict[str, str], pytestconfig: pytest.Config) -> Commands:
    """Runs each command once, in order, since some read files of earlier ones."""
    commands = [*EVERY, *(VARIATIONS if pytestconfig.getoption("--exhaustive") else ())]
    tables = {"sales.orders": "lake/vectors", "sales.visits": "lake/plain"}
    return run(commands, place, quick_environment, tables)


def _rows(output: str) -> dict[str, SimpleNamespace]:
    """Returns the lines, by the last part of their table's name."""
    header, *lines = output.splitlines()
    names = header.lower().split("\t")
    rows = [SimpleNamespace(**dict(zip(names, line.split("\t"), strict=True))) for line in lines]
    return {row.table.rpartition("/")[2]: row for row in rows}


def test_a_table_with_findings_is_one_line_and_the_sum_is_told_apart(done: Commands) -> None:
    rows = _rows(done[TEXT].output)
    assert done[TEXT].code == 1
    assert rows.keys() == {"vectors", "unheard", "lost", visible(HOSTILE)}
    assert rows["vectors"].read.startswith("BLOCKED for delta-standalone[library]=")
    assert "delta-spark" not in rows["vectors"].read
    assert rows["lost"].unreadable != "-"
    (told,) = done[TEXT].errors.splitlines()
    assert told.startswith("deltaward: lake: 5 tables, 4 with findings: 1 unreadable, ")


def test_tables_that_break_a_policies_file_are_findings(done: Commands) -> None:
    rows = _rows(done[ONLY_POLICY].output)
    assert done[ONLY_POLICY].code == 1
    assert rows["vectors"].policy == "allowedFeatures: deletionVectors is not allowed"
    assert "plain" not in rows


@pytest.mark.exhaustive
def test_tables_that_keep_to_it_are_none(done: Commands) -> None:
    assert done[KEPT_POLICY].code == 0


def test_a_policies_file_that_cannot_be_used_is_an_error(done: Commands) -> None:
    assert done[BAD_POLICY].code == 2
    assert done[BAD_POLICY].output == ""
    (told,) = done[BAD_POLICY].errors.splitlines()
    assert "DELTAWARD_INVALID_POLICIES_FILE" in told
    assert "line 2" in told


def test_a_terminal_has_a_bar_colours_and_the_time_and_a_pipe_has_none_of_them(
    done: Commands,
) -> None:
    shown = done[TERMINAL]
    assert shown.code == 1
    assert "\x1b[" in shown.output
    assert "Reading tables" in shown.output
    plain = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown.output)
    assert re.search(r"\d tables?, \d+ a second", plain)
    assert re.search(r"Spark started in [\d.]+ s, reading took [\d.]+ s\.", plain)
    assert "read some: delta-spark[spark]=" in plain
    assert "🦉" in plain
    assert "<b>\\n" in plain
    piped = done[TEXT]
    assert "\x1b" not in piped.output + piped.errors


def test_json_is_a_report_that_can_be_read_back(done: Commands, place: Path) -> None:
    assert (done[KEPT].code, done[KEPT].output) == (1, "")
    report = Report.from_json((place / "kept.json").read_text())
    names = {Path(table.location or "").name for table in report.tables}
    assert names == {"plain", "vectors", "unheard", "lost", HOSTILE}
    (vectors,) = (t for t in report.tables if Path(t.location or "").name == "vectors")
    assert (vectors.minReaderVersion, vectors.supportedFeatures) == (3, ("deletionVectors",))
    assert vectors.lastModified is not None
    assert vectors.lastModified.tzinfo is not None
    modified = (place / "lake/vectors/_delta_log" / f"{0:020}.json").stat().st_mtime
    assert abs(vectors.lastModified.timestamp() - modified) < 1


@pytest.mark.exhaustive
def test_json_is_printed_where_no_file_is_named(done: Commands, place: Path) -> None:
    assert done[JSON].code == 1
    assert Report.from_json(done[JSON].output) == Report.from_json(
        (place / "kept.json").read_text()
    )


def test_since_a_baseline_only_what_is_new_is_shown_and_ends_with_1(done: Commands) -> None:
    known = done[KNOWN]
    assert (known.code, len(known.output.splitlines())) == (0, 1)
    assert "5 tables, 0 with new findings" in known.errors


@pytest.mark.exhaustive
def test_json_since_a_baseline_has_all_tables_and_only_new_findings(done: Commands) -> None:
    document = json.loads(done[NEW].output)
    assert done[NEW].code == 1
    assert len(document["tables"]) == 5
    new = {document["tables"][each["table"]]["location"] for each in document["findings"]}
    assert {Path(location).name for location in new} == {"unheard", "lost", HOSTILE}


def test_sarif_keeps_to_the_standard_and_names_the_tables(done: Commands, place: Path) -> None:
    assert (done[WRITTEN].code, done[WRITTEN].output) == (1, "")
    document = json.loads((place / "written.sarif").read_text())
    Draft7Validator(json.loads(SARIF.read_text())).validate(document)
    uris = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in document["runs"][0]["results"]
    }
    assert len(uris) == 4
    assert all(uri.isascii() and uri.isprintable() and " " not in uri for uri in uris)


def test_html_is_one_page_in_which_names_are_text(done: Commands, place: Path) -> None:
    assert (done[HTML].code, done[HTML].output) == (1, "")
    page = (place / "lake.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert "<title>Audit of lake" in page
    assert "<b>\n🦉" not in page


@pytest.mark.exhaustive
def test_markdown_is_for_a_pull_request(done: Commands) -> None:
    assert done[MARKDOWN].output.startswith("### Audit of ` lake `\n\n5 tables, 4 with findings")


@pytest.mark.parametrize(
    ("command", "code"),
    [(ONLY_READ, 1), (ONLY_WRONG, 0), (LOST_WRONG, 1), (ALL_CLIENTS, 0)],
)
def test_the_exit_code_is_1_for_the_findings_that_are_asked_for_and_for_what_was_not_read(
    done: Commands, command: tuple[str, ...], code: int
) -> None:
    assert done[command].code == code, done[command]


def test_a_place_without_tables_ends_with_2(done: Commands) -> None:
    assert (done[EMPTY].code, done[EMPTY].output) == (2, "")
    (told,) = done[EMPTY].errors.splitlines()
    assert told.startswith("deltaward: empty: there is no Delta table. ")


@pytest.mark.exhaustive
def test_a_place_without_tables_ends_with_0_if_that_is_allowed(done: Commands) -> None:
    allowed = done[ALLOWED_EMPTY]
    assert (allowed.code, len(allowed.output.splitlines())) == (0, 1)
    assert allowed.errors.startswith("deltaward: empty: there is no Delta table\n")


def _clients(command: Done) -> set[str]:
    (table,) = Report.from_json(command.output).tables
    return {answer.client for answer in table.answers}


def test_without_a_client_an_audit_asks_about_the_usual_ones_and_says_so(done: Commands) -> None:
    usual = done[USUAL_CLIENTS]
    assert (usual.code, _clients(usual)) == (
        0,
        {"delta-spark", "trino", "duckdb", "polars", "deltalake"},
    )
    assert list(Report.from_json(usual.output).findings()) == [], "of a plain table"
    _, asked = usual.errors.splitlines()
    assert asked.startswith("deltaward: asked about delta-spark, trino, duckdb, polars[scan_delta]")
    assert len(_clients(done[ALL_CLIENTS])) > 20
    assert len(done[ALL_CLIENTS].errors.splitlines()) == 1


def test_without_a_client_an_audit_asks_about_those_that_a_policy_requires(done: Commands) -> None:
    required = done[REQUIRED]
    (table,) = Report.from_json(required.output).tables
    asked = {(answer.client, answer.accessPath) for answer in table.answers}
    assert asked == {
        ("delta-standalone", "library"),
        ("trino", "connector"),
        ("polars", "scan_delta"),
    }
    assert [each.clientVersion for each in table.answers if each.client == "trino"] == ["470"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (NOWHERE, "PATH_NOT_FOUND"),
        (NO_CLIENT, "DELTAWARD_UNKNOWN_CLIENT"),
        (UNKNOWN_FEATURE, "DELTAWARD_UNKNOWN_FEATURE"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_ends_with_2(
    done: Commands, command: tuple[str, ...], said: str
) -> None:
    failed = done[command]
    assert (failed.code, failed.output) == (2, "")
    (line,) = failed.errors.splitlines()
    assert line.startswith("deltaward: ")
    assert said in line


def test_a_schema_and_a_catalog_are_audited_by_name(done: Commands) -> None:
    rows = _rows(done[SCHEMA].output)
    assert rows.keys() == {"spark_catalog.sales.orders"}
    assert "2 tables" in done[SCHEMA].errors
    assert "spark_catalog.sales.orders\t0\t" in done[ALL_OF_CATALOG].output


def test_tables_are_audited_by_name_and_one_that_there_is_not_is_unreadable(done: Commands) -> None:
    rows = _rows(done[NAMED].output)
    assert rows.keys() == {"spark_catalog.sales.orders", "sales.none"}
    assert rows["sales.none"].unreadable != "-"


def test_an_interrupt_ends_with_130_and_one_line(done: Commands) -> None:
    stopped = done[STOPPED]
    assert (stopped.code, stopped.output) == (130, "")
    assert stopped.errors == "deltaward: interrupted\n"


def test_a_plan_to_drop_a_feature_has_its_steps_and_who_gains(done: Commands) -> None:
    drop = done[DROP]
    assert (drop.code, drop.errors) == (0, "")
    assert re.search(r"^\d +DROP ", drop.output, re.MULTILINE)
    assert re.search(r"^can read again: .*delta-standalone", drop.output, re.MULTILINE)
    steps = json.loads(done[DROP_JSON].output)
    assert steps[-1]["action"] == "DROP"
    assert any("delta-standalone 4.0.1 (library)" in step["gainingRead"] for step in steps)


def test_a_plan_that_is_refused_or_has_no_way_ends_with_1(done: Commands) -> None:
    assert done[REFUSED].code == 1
    assert "REFUSE" in done[REFUSED].output
    no_way = done[NO_WAY]
    assert (no_way.code, no_way.output) == (1, "")
    assert no_way.errors.startswith("deltaward: [DELTAWARD_CANNOT_MAKE_COMPATIBLE")


def test_a_plan_to_let_a_client_in_has_its_statements(done: Commands) -> None:
    assert done[LET_IN].code == 0
    assert "DROP FEATURE deletionVectors" in done[LET_IN].output
    assert "PLANNED" in done[LET_IN].output


@pytest.mark.exhaustive
def test_a_client_that_is_in_needs_no_plan(done: Commands) -> None:
    assert (done[IS_IN].code, done[IS_IN].output) == (0, "delta-spark already has that access\n")


def test_features_history_and_protocol_of_a_table(done: Commands) -> None:
    assert re.search(r"^deletionVectors +readerWriter +True", done[FEATURES].output, re.MULTILINE)
    assert re.search(r"^0 +20\d\d-", done[HISTORY].output, re.MULTILINE)
    assert re.search(r"^min reader version +3$", done[PROTOCOL].output, re.MULTILINE)


@pytest.mark.exhaustive
def test_features_on_a_terminal_and_history_as_json(done: Commands) -> None:
    assert "deletionVectors" in done[FEATURES_TERMINAL].output
    (change,) = json.loads(done[HISTORY_JSON].output)
    assert re.search(r"[+-]\d\d:\d\d$", change["timestamp"]), "a time has its zone"
