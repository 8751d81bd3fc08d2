"""Which tables tell most about clients, where there is no time for all."""

from __future__ import annotations

from collections.abc import Iterable

from lab.cells import STATES, LabTable, Observation


def telling(tables: Iterable[LabTable], cells: Iterable[Observation]) -> list[LabTable]:
    """Without those of which others of the same feature show the same: who reads and who refuses.

    Where two tables show the same, the one in which the feature goes further stays. Who writes to
    a table without harm is not compared.

    Args:
        tables: those to choose from.
        cells: what is known of the clients that will run.
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
