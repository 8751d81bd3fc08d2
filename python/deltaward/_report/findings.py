"""Groups findings by table and kind: 20 clients blocked by one feature are one group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deltaward._report.model import Answer, AuditedTable, Finding, Kind
    from deltaward._report.result import AuditResult

KINDS: tuple[Kind, ...] = ("unreadable", "wrong", "policy", "read", "write")
"""All kinds of findings, the worst first."""


@dataclass(frozen=True)
class Group:
    """All findings of one kind for one table."""

    table: AuditedTable
    kind: Kind
    findings: tuple[Finding, ...]

    def messages(self) -> list[str]:
        """Returns each distinct message once, on one line."""
        return list(dict.fromkeys(" ".join(each.message.split()) for each in self.findings))

    def answers(self) -> list[Answer]:
        """Returns the answers of the findings. An answer with two findings appears once."""
        answers = {id(each.answer): each.answer for each in self.findings if each.answer}
        return list(answers.values())

    def clients(self) -> dict[str, list[str]]:
        """Returns the clients of the findings, by verdict."""
        named: dict[str, dict[str, None]] = {}
        for finding in self.findings:
            if finding.answer and finding.verdict:
                named.setdefault(finding.verdict, {})[client(finding.answer)] = None
        return {verdict: list(clients) for verdict, clients in sorted(named.items())}

    def sentence(self) -> str:
        """Describes on one line what is wrong, and for which clients."""
        if not self.answers():
            return "; ".join(self.messages())
        return "; ".join(
            f"{verdict} for {', '.join(clients)}" for verdict, clients in self.clients().items()
        )


def groups(report: AuditResult) -> Iterator[Group]:
    """Yields the findings of a report table by table, with each table's worst kind first."""
    for _, of_table in groupby(report.findings(), key=lambda finding: id(finding.table)):
        by_kind: dict[Kind, list[Finding]] = {}
        for finding in of_table:
            by_kind.setdefault(finding.kind, []).append(finding)
        for kind in KINDS:
            if kind in by_kind:
                yield Group(by_kind[kind][0].table, kind, tuple(by_kind[kind]))


def client(answer: Answer) -> str:
    """Returns a client with its access path and version, as ``--client`` takes it.

    Examples:
        >>> client(answer)
        'polars[scan_delta]=2.1.0'
    """
    return f"{answer.client}[{answer.accessPath}]={answer.clientVersion}"


def counted(number: int, noun: str) -> str:
    """Formats a number with a noun whose plural ends in ``s``.

    Examples:
        >>> counted(1000, "table")
        '1,000 tables'
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def summary(report: AuditResult) -> str:
    """Returns one line with the numbers of tables, of findings by kind, and of ``UNKNOWN``.

    Examples:
        >>> summary(report)
        '1,000 tables, 12 with findings: 2 unreadable, 1 wrong, 12 read; UNKNOWN on 3 tables'
    """
    if not report.tables:
        return "there is no Delta table"
    tables: dict[Kind, int] = dict.fromkeys(KINDS, 0)
    with_findings: set[int] = set()
    for group in groups(report):
        tables[group.kind] += 1
        with_findings.add(id(group.table))
    new = "new " if report.baseline else ""
    text = f"{counted(len(report.tables), 'table')}, {len(with_findings):,} with {new}findings"
    told = ", ".join(f"{number:,} {kind}" for kind, number in tables.items() if number)
    unknown = sum(1 for table in report.tables if any(map(_is_unknown, table.answers)))
    untested = f"; UNKNOWN on {counted(unknown, 'table')}" if unknown else ""
    return (f"{text}: {told}" if told else text) + untested


def _is_unknown(answer: Answer) -> bool:
    return "UNKNOWN" in (answer.readVerdict, answer.writeVerdict)
