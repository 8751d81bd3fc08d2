"""Which tables tell most about a client, where there is no time for all."""

from __future__ import annotations

from collections.abc import Iterable

from clients.cells import LabTable


def telling(tables: Iterable[LabTable]) -> list[LabTable]:
    """Without those of which another table shows the same: who reads them, and who refuses them.

    Those are tables that merely support a feature which readers need not know, where another table
    enables or uses it. Only who writes to them without harm, the other does not show.
    """
    every = list(tables)
    shown = {table.feature for table in every if table.state != "supported"}
    return [
        table
        for table in every
        if table.state != "supported" or table.protocol[0] > 1 or table.feature not in shown
    ]
