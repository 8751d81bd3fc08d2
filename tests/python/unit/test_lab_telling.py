"""What the lab's check leaves out in `make test`."""

from pathlib import Path

from clients import store
from clients.cells import Observation
from clients.tables.factory import read_catalogue
from clients.telling import telling

ROOT = Path(__file__).parents[3]


def test_another_table_of_the_feature_shows_who_reads_and_who_refuses_what_is_left_out() -> None:
    tables = read_catalogue(ROOT / "registry" / "tables.json")
    kept = {table.name for table in telling(tables)}
    cells = store.read(ROOT / "registry" / "observations")
    shown = {_what(cell) for cell in cells if cell.table in kept}
    missing = [
        f"{cell.client} {cell.version} {cell.accessPath} {cell.operation} {cell.table}"
        for cell in cells
        if cell.table not in kept
        and (cell.operation == "read" or cell.verdict == "BLOCKED")
        and _what(cell) not in shown
    ]
    assert len(kept) < len(tables)
    assert missing == []


def _what(cell: Observation) -> tuple[str, ...]:
    return (
        cell.client,
        cell.version,
        cell.accessPath,
        cell.operation,
        cell.feature,
        cell.verdict,
    )
