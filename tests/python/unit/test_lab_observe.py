"""Tests how the lab handles a driver's answers."""

import json
import sys
from dataclasses import replace
from pathlib import Path

from lab.cells import Column, LabTable, Observation
from lab.content import expected, source
from lab.observe import Outcome, working
from lab.process import ClientProcess

TABLE = LabTable(
    "t",
    "basic",
    "used",
    (1, 2),
    (),
    (),
    (
        {"id": 1, "name": "a", "amount": 1.5, "tenfold": 10},
        {"id": 2, "name": "b", "amount": None, "tenfold": 20},
    ),
    (Column("id", "bigint"), Column("name", "string"), Column("amount", "double")),
    filled={"tenfold": "ten times the key"},
)

DRIVER = """
import json, sys, time
for line in sys.stdin:
    wish = json.loads(line)["wish"]
    if wish == "crash":
        sys.exit(7)
    if wish == "hang":
        time.sleep(60)
    print(json.dumps({"rows": [wish]}), flush=True)
"""


def process(folder: Path, seconds: int = 30) -> ClientProcess:
    driver = folder / "driver.py"
    driver.write_text(DRIVER)
    return ClientProcess([sys.executable, str(driver)], seconds, folder / "log", folder)


def test_a_client_that_crashes_is_started_anew_for_the_next_table(tmp_path: Path) -> None:
    client = process(tmp_path)
    try:
        assert client.ask({"wish": "crash"}) == {"error": "the process ended with exit code 7"}
        assert client.ask({"wish": "work"}) == {"rows": ["work"]}
    finally:
        client.stop()


def test_a_client_that_hangs_is_ended(tmp_path: Path) -> None:
    client = process(tmp_path, seconds=1)
    try:
        assert client.ask({"wish": "hang"}) == {"error": "no answer within 1 seconds"}
    finally:
        client.stop()


def test_an_append_adds_a_row_with_what_the_table_fills_in() -> None:
    (row,) = [row for row in expected(TABLE, "append") if row["id"] == 5]
    assert row == {"id": 5, "name": "e", "amount": 5.5, "tenfold": 50}
    assert source(TABLE, "append") == [{"id": 5, "name": "e", "amount": 5.5}]


def test_a_merge_changes_one_row_and_adds_another() -> None:
    rows = {row["id"]: row for row in expected(TABLE, "merge")}
    assert rows[1] == {"id": 1, "name": "A", "amount": 10.0, "tenfold": 10}
    assert rows[6] == {"id": 6, "name": None, "amount": 6.5, "tenfold": 60}
    assert len(rows) == 3


def test_a_delete_leaves_the_other_rows() -> None:
    assert [row["id"] for row in expected(TABLE, "delete")] == [1]


def test_a_replacement_leaves_none_of_the_old_rows() -> None:
    assert [row["id"] for row in expected(TABLE, "replace")] == [5]


def test_an_operation_that_goes_wrong_without_an_error_is_an_observation() -> None:
    wrong = Outcome("rust", TABLE, "replace", "SILENTLY_WRONG", "E")
    assert working([wrong], []) == [wrong]


def test_a_table_goes_into_the_catalogue_and_back() -> None:
    assert LabTable.of(json.loads(json.dumps(TABLE.to_json()))) == TABLE


def test_a_path_that_works_on_no_table_is_no_observation() -> None:
    works = Outcome("rust", TABLE, "read", "OK", "")
    fails = Outcome("rust", TABLE, "read", "BLOCKED", "E")
    never = Outcome("pyarrow", TABLE, "read", "BLOCKED", "E")
    assert working([works, fails, never], []) == [works, fails]


def test_a_path_that_works_on_another_table_is_an_observation() -> None:
    fails = Outcome("rust", TABLE, "read", "BLOCKED", "E")
    cell = Observation("c", "1", "rust", "t", "basic", "used", "read", "OK", "", "2026-11-01")
    assert working([fails], [cell]) == [fails]
    assert working([fails], [replace(cell, operation="append")]) == []
