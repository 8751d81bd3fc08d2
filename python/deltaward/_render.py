"""Rows as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from pyspark.sql import Row

_STYLES = {
    "OK": "green",
    "BLOCKED": "bold red",
    "SILENTLY_WRONG": "bold white on red",
    "DEGRADED": "yellow",
    "UNKNOWN": "dim",
}


def compatibility_table(rows: Iterable[Row], title: str | None = None) -> Table:
    """Render the verdicts of ``SHOW PROTOCOL COMPATIBILITY``."""
    table = _table(title, "client", "access path")
    for column in ("read", "write"):
        table.add_column(column, no_wrap=True)
    table.add_column("blocked by", min_width=16, overflow="fold")
    for row in rows:
        table.add_row(
            Text(row.client) + Text(f" {row.clientVersion or ''}", style="dim"),
            Text(row.accessPath or ""),
            _verdict(row.readVerdict),
            _verdict(row.writeVerdict),
            Text(", ".join(row.blockingFeatures or [])),
        )
    return table


def compatibility_notes(rows: Iterable[Row]) -> list[Text]:
    """Render the reason, and the fix if there is one, of each verdict that is not OK.

    The last note says what of the log all this rests on.
    """
    notes = []
    read = ""
    for row in rows:
        read = row.logRead
        if not row.readVerdict == row.writeVerdict == "OK":
            note = Text(f"- {row.reason}")
            if row.fix:
                note += Text(f"\n  {row.fix}", style="cyan")
            notes.append(note)
    if read:
        notes.append(Text(f"Read of the log: {read}", style="dim"))
    return notes


def clients_table(rows: Iterable[Row]) -> Table:
    """Render rows of ``SHOW DELTA CLIENTS``."""
    table = _table(None, "client", "version", "access path", "evidence", "verified")
    table.add_column("sources", min_width=20, overflow="fold")
    for row in rows:
        table.add_row(
            *(
                Text(str(value or ""))
                for value in (
                    row.client,
                    row.clientVersion,
                    row.accessPath,
                    row.evidence,
                    row.verifiedAt,
                    "\n".join(row.sources or []),
                )
            )
        )
    return table


def _table(title: str | None, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _verdict(verdict: str) -> Text:
    return Text(verdict, style=_STYLES.get(verdict, ""))
