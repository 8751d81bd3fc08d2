"""The result of an audit, and what is a finding in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deltaward._report.baseline import is_known
from deltaward._report.model import WRONG, Access, AuditedTable, Finding

if TYPE_CHECKING:
    from deltaward._history import History

_ACCESSES: tuple[Access, ...] = ("read", "write")
_NO_FINDING = {"OK", "DEGRADED", "NOT_OFFERED", "UNKNOWN"}


@dataclass(frozen=True)
class AuditResult:
    """The tables of one audit, with their histories and a baseline."""

    tables: tuple[AuditedTable, ...]
    """The tables, sorted by name and location."""

    histories: Mapping[str, History] = field(default_factory=dict, hash=False)
    """Protocol histories by :attr:`AuditedTable.identifier`; see :meth:`Report.with_histories`."""

    baseline: Mapping[tuple[str, ...], int] = field(default_factory=dict, repr=False, hash=False)
    """Findings of an earlier audit that :meth:`findings` leaves out; see :meth:`Report.since`."""

    def findings(self) -> Iterator[Finding]:
        """Yields all findings that are not in the baseline, table by table."""
        for finding in self._all_findings():
            if not is_known(finding, self.baseline):
                yield finding

    def _all_findings(self) -> Iterator[Finding]:
        for table in self.tables:
            if table.problem is not None:
                yield Finding("unreadable", table, table.problem)
            for violation in table.policyViolations:
                yield Finding("policy", table, violation)
            for answer in table.answers:
                for access in _ACCESSES:
                    verdict = answer.verdict(access)
                    if verdict in WRONG:
                        yield Finding("wrong", table, answer.reason, answer, access)
                    elif verdict not in _NO_FINDING:
                        yield Finding(access, table, answer.reason, answer, access)

    def verdicts(self, access: Access) -> dict[tuple[str, str, str], Counter[str]]:
        """Counts the tables by verdict, for each client, version and access path."""
        shapes = Counter(id(table.answers) for table in self.tables)
        answers = {id(table.answers): table.answers for table in self.tables}
        counted: dict[tuple[str, str, str], Counter[str]] = {}
        for shape, tables in shapes.items():
            for answer in answers[shape]:
                key = (answer.client, answer.clientVersion, answer.accessPath)
                counted.setdefault(key, Counter())[answer.verdict(access)] += tables
        return dict(sorted(counted.items()))
