"""Chooses the tables that tell most about clients, if there is no time for all."""

from __future__ import annotations

from collections.abc import Iterable

from lab.cells import STATES, LabTable, Observation


def telling(tables: Iterable[LabTable], cells: Iterable[Observation]) -> list[LabTable]:
    """Drops tables whose reads and refusals other tables of the same feature show, too.

    Of tables that show the same, the one with the furthest state of the feature stays. Writes
    count only if the client refuses them.

    Args:
        tables: the tables to choose from.
        cells: the known cells of the clients that will run.
    """
    known = [cell for cell in cells if cell.operation == "read" or cell.verdict == "BLOCKED"]
    kept: list[LabTable] = []
    shown: set[tuple[str, ...]] = set()
    for table in sorted(tables, key=lambda table: -STATES.index(table.state)):
        shows = {
            (cell.client, cell.accessPath, cell.operation, table.feature, cell.verdict)
            for cell in known
            if cell.table == table.name
        }
        if not shows <= shown:
            kept.append(table)
            shown |= shows
    return kept
