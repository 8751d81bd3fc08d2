"""Tests what the lab's check leaves out in `make test`."""

from dataclasses import replace
from pathlib import Path

from lab import store
from lab.cells import LabTable, Observation
from lab.fleet import CLIENTS
from lab.tables.factory import read_catalogue
from lab.telling import telling

ROOT = Path(__file__).parents[3]
TABLES = read_catalogue(ROOT / "registry" / "tables.json")
QUICK = {(setup.client, setup.version) for setup in CLIENTS if setup.quick}
CELLS = [
    cell
    for cell in store.read(ROOT / "registry" / "observations")
    if (cell.client, cell.version) in QUICK
]


def test_the_chosen_tables_show_every_read_and_refusal_of_each_feature() -> None:
    kept = {table.name for table in telling(TABLES, CELLS)}
    shown = {_what(cell) for cell in CELLS if cell.table in kept}
    missing = [
        f"{cell.client} {cell.accessPath} {cell.operation} {cell.table}"
        for cell in CELLS
        if (cell.operation == "read" or cell.verdict == "BLOCKED") and _what(cell) not in shown
    ]
    assert len(kept) < len(TABLES)
    assert missing == []


def test_every_feature_stays_and_if_possible_in_a_table_that_uses_it() -> None:
    kept = telling(TABLES, CELLS)
    assert {table.feature for table in kept} == {table.feature for table in TABLES}
    used = {table.feature for table in TABLES if table.state == "used"}
    assert used == {table.feature for table in kept if table.state == "used"}


def test_a_table_stays_if_a_client_treats_it_differently() -> None:
    used, supported = (_table("used"), _table("supported"))
    same = [_read(used, "BLOCKED"), _read(supported, "BLOCKED")]
    other = [_read(used, "BLOCKED"), _read(supported, "OK")]
    assert telling([supported, used], same) == [used]
    assert telling([supported, used], other) == [used, supported]


def _table(state: str) -> LabTable:
    return next(
        table for table in TABLES if (table.feature, table.state) == ("deletionVectors", state)
    )


def _read(table: LabTable, verdict: str) -> Observation:
    cell = next(cell for cell in CELLS if cell.table == table.name and cell.operation == "read")
    return replace(cell, verdict=verdict)


def _what(cell: Observation) -> tuple[str, ...]:
    return (cell.client, cell.accessPath, cell.operation, cell.feature, cell.verdict)
