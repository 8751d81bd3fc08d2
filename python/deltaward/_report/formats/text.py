"""Renders a report as text for a terminal and for ``grep``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group as Renderables
from rich.table import Table
from rich.text import Text

from deltaward._report.findings import KINDS, Group, groups
from deltaward._terminal.visible import visible

if TYPE_CHECKING:
    from deltaward._report.model import AuditedTable, Kind
    from deltaward._report.result import AuditResult

_STYLES: dict[Kind, str] = {
    "unreadable": "bold red",
    "wrong": "bold white on red",
    "policy": "bold red",
    "read": "red",
    "write": "yellow",
}
_WORKS = ("OK", "DEGRADED")
_MEANINGS = {"read": "read", "write": "write to"}


def lines(report: AuditResult) -> Iterator[str]:
    """Yields a header, then a line for each table with findings. Tabs separate the columns."""
    yield "\t".join(("TABLE", "VERSION", *map(str.upper, KINDS)))
    for table, kinds in _by_table(report):
        cells = [kinds[kind].sentence() if kind in kinds else "" for kind in KINDS]
        version = "" if table.version is None else str(table.version)
        yield "\t".join(visible(cell) or "-" for cell in (table.name, version, *cells))


def renderable(report: AuditResult) -> Renderables:
    """Renders the clients by what they can read and write, and a row per table with findings."""
    tables = list(_by_table(report))
    kinds = [kind for kind in KINDS if any(kind in found for _, found in tables)]
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column("table", overflow="fold")
    for column in ("version", *kinds):
        rows.add_column(column, justify="right", no_wrap=True)
    for table, found in tables:
        version = "" if table.version is None else str(table.version)
        cells = (
            Text(_brief(found[kind]) if kind in found else "", style=_STYLES[kind])
            for kind in kinds
        )
        rows.add_row(Text(visible(table.name)), version, *cells)
    return Renderables(*_reach(report), *([rows] if tables else []))


def _by_table(report: AuditResult) -> Iterator[tuple[AuditedTable, dict[Kind, Group]]]:
    for _, of_table in groupby(groups(report), key=lambda group: id(group.table)):
        kinds = {group.kind: group for group in of_table}
        yield next(iter(kinds.values())).table, kinds


def _brief(group: Group) -> str:
    answers = group.answers()
    if not answers:
        return "yes" if group.kind == "unreadable" else str(len(group.messages()))
    return f"{len(answers)} of {len(group.table.answers)}"


def _reach(report: AuditResult) -> Iterator[Text]:
    """Yields the clients that can read or write all, some or none of the judged tables."""
    judged = sum(table.problem is None for table in report.tables)
    for access in ("read", "write") if judged else ():
        all_, some, none = [], [], []
        for (name, version, path), verdicts in report.verdicts(access).items():
            if verdicts.keys() <= {"NOT_OFFERED"}:
                continue
            works = sum(verdicts[verdict] for verdict in _WORKS)
            who = visible(f"{name}[{path}]={version}")
            if works == judged:
                all_.append(who)
            elif works:
                some.append(f"{who} ({works:,})")
            else:
                none.append(who)
        for many, clients in (("all", all_), ("some", some), ("none", none)):
            if clients:
                yield Text.assemble((f"{_MEANINGS[access]} {many}: ", "bold"), ", ".join(clients))
