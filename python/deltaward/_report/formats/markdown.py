"""Renders a report as Markdown for an issue or a pull request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deltaward._report.findings import Group, counted, groups, summary
from deltaward._terminal.visible import visible

if TYPE_CHECKING:
    from deltaward._report.result import AuditResult

# GitHub accepts comments of up to 65,536 characters, and this text may be a part of one.
_ENOUGH = 60_000
_CLIENTS = 8


def markdown(report: AuditResult, place: str | None = None) -> str:
    """Renders a summary, then a row for each table and kind of finding."""
    lines = ["### Audit" + (f" of {_code(place)}" if place else ""), "", f"{_sum(report)}.", ""]
    rows = [_row(group) for group in groups(report)]
    if not rows:
        return "\n".join(lines)
    lines += ["| table | version | finding | what |", "| --- | --- | --- | --- |"]
    size = sum(map(len, lines))
    shown = 0
    for row in rows:
        size += len(row) + 1
        if size > _ENOUGH:
            break
        shown += 1
    lines += rows[:shown]
    if more := len(rows) - shown:
        lines += ["", f"{counted(more, 'more finding')} did not fit here."]
    return "\n".join([*lines, ""])


def _sum(report: AuditResult) -> str:
    text = summary(report)
    return text[0].upper() + text[1:]


def _row(group: Group) -> str:
    version = "" if group.table.version is None else group.table.version
    return f"| {_code(group.table.name)} | {version} | {group.kind} | {_what(group)} |"


def _what(group: Group) -> str:
    clients = group.clients()
    if not clients:
        return "<br>".join(map(_code, group.messages()))
    return "<br>".join(f"{verdict} for {_few(those)}" for verdict, those in clients.items())


def _few(clients: list[str]) -> str:
    more = len(clients) - _CLIENTS
    return ", ".join(map(_code, clients[:_CLIENTS])) + (f" and {more} more" if more > 0 else "")


def _code(text: str) -> str:
    """Quotes untrusted text as code, so that it holds no HTML, no link and no mention."""
    shown = visible(text).replace("|", "\\|")
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    # Markdown strips these two spaces. They protect backticks and spaces at the ends of the text.
    return f"{fence} {shown} {fence}" if shown.strip() else f"`{text!a}`"
