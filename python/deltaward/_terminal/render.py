"""Renders rows as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from deltaward._terminal import lines as _lines

if TYPE_CHECKING:
    from pyspark.sql import Row

_FIX = "cyan"
_STYLES = {
    "OK": "green",
    "BLOCKED": "bold red",
    "SILENTLY_WRONG": "bold white on red",
    "HARMS_OTHERS": "bold white on magenta",
    "DEGRADED": "yellow",
    "UNKNOWN": "dim",
    "NOT_OFFERED": "dim",
}

# Verdicts that need no note.
_QUIET = {"OK", "NOT_OFFERED"}


def compatibility_table(rows: Iterable[Row], title: str | None = None) -> Table:
    """Renders the verdicts of ``SHOW PROTOCOL COMPATIBILITY`` as a table."""
    rows = list(rows)
    table = _table(title, rows)
    for column in ("read", "write"):
        table.add_column(column, no_wrap=True)
    table.add_column("blocked by", overflow="fold")
    for row in rows:
        table.add_row(
            _client(row),
            _verdict(row.readVerdict),
            _verdict(row.writeVerdict),
            Text(", ".join(row.blockingFeatures or [])),
        )
    return table


def compatibility_notes(rows: Sequence[Row]) -> list[Text]:
    """Renders the reason of each verdict that needs attention.

    Gives a reason once for all access paths of a client that share it. Puts a fix below all the
    reasons that it helps. If fixes differ only in their access path, it shows the first of them.
    The last note names the files of the log that were read.
    """
    paths: dict[str | None, dict[tuple[str, str], list[str]]] = {}
    fixes: dict[str | None, str | None] = {}
    for row in rows:
        if not {row.readVerdict, row.writeVerdict} <= _QUIET:
            who = " ".join(part for part in (row.client, row.clientVersion) if part)
            why = row.reason.removeprefix(f"{who}: ")
            likewise = row.fix and row.fix.replace(f"[{row.accessPath}]", "[]")
            fixes.setdefault(likewise, row.fix)
            shared = paths.setdefault(likewise, {}).setdefault((who, why), [])
            if row.accessPath:
                shared.append(row.accessPath)
    notes = []
    for likewise, reasons in paths.items():
        for (who, why), ways in reasons.items():
            through = f" ({', '.join(ways)})" if ways else ""
            notes.append(Text(f"- {who}{through}: {why}"))
        if fix := fixes[likewise]:
            those = f" for these {len(reasons)}" if len(reasons) > 1 else ""
            notes.append(Text(f"  fix{those}: {fix}", style=_FIX))
    if rows:
        notes.append(Text(f"Log files read: {rows[0].logRead}", style="dim"))
    return notes


def is_fix(note: Text) -> bool:
    """Checks whether a note is a fix, which users copy."""
    return note.style == _FIX


def columns_table(rows: Sequence[Mapping[str, object]], names: Sequence[str]) -> Table:
    """Renders the named columns of rows as a table, and never wraps the first column."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(_lines.words(name), overflow="fold", no_wrap=name == names[0])
    for row in rows:
        table.add_row(*(Text(_lines.cell(row[name])) for name in names))
    return table


def clients_table(rows: Sequence[Row]) -> Table:
    """Renders rows of ``SHOW DELTA CLIENTS`` as a table that refers to their sources by number."""
    table = _table(None, rows)
    table.add_column("evidence", overflow="fold")
    for column in ("verified", "sources"):
        table.add_column(column, no_wrap=True)
    numbers = _numbers(rows)
    for row in rows:
        sources = " ".join(str(numbers[source]) for source in row.sources or [])
        cells = (row.evidence, _lines.verified(row), sources)
        table.add_row(_client(row), *(Text(str(value or "")) for value in cells))
    return table


def clients_sources(rows: Sequence[Row]) -> list[Text]:
    """Renders each source once, with its number. In a table, long sources would wrap."""
    numbers = _numbers(rows)
    listed = [Text(f"{number:>3}  {source}") for source, number in numbers.items()]
    if any(source.startswith("registry/") for source in numbers):
        listed.append(Text("Files below registry/ are in deltaward's source repository."))
    return listed


def _numbers(rows: Sequence[Row]) -> dict[str, int]:
    sources = dict.fromkeys(source for row in rows for source in row.sources or [])
    return {source: number for number, source in enumerate(sources, start=1)}


def _table(title: str | None, rows: Sequence[Row]) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    # The minimum width keeps a client's name on one line. Only the text after it wraps.
    names = max((len(row.client) for row in rows), default=0)
    table.add_column("client", min_width=names, overflow="fold")
    return table


def _client(row: Row) -> Text:
    """Renders a client with its access path, then a space to wrap at, then its version."""
    path = f"[{row.accessPath}]" if row.accessPath else ""
    return Text(row.client + path) + Text(f" {row.clientVersion or ''}", style="dim")


def _verdict(verdict: str) -> Text:
    return Text(verdict, style=_STYLES.get(verdict, ""))
