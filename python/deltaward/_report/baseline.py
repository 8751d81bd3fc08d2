"""Compares findings with those of an earlier audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deltaward._report.model import Finding

Identity = tuple[str, ...]

# A verdict that is not listed ranks as the worst, since it may be worse than all of these.
_FROM_BAD_TO_WORSE = ("BLOCKED", "SILENTLY_WRONG", "HARMS_OTHERS")


def identity(finding: Finding) -> Identity:
    """Returns a key that identifies a finding in every audit.

    The key leaves out the client's version, since the registry's newest version changes between
    audits. For a table that was not read, the key has the error condition. It has the message,
    which can name a host or a time, only if there is no condition.
    """
    if finding.answer and finding.access:
        about: Identity = (finding.answer.client, finding.answer.accessPath, finding.access)
        return ("client", finding.table.name, *about)
    if finding.kind == "unreadable":
        return (finding.kind, finding.table.name, finding.table.errorCondition or finding.message)
    return (finding.kind, finding.table.name, finding.message)


def known(findings: Iterable[Finding]) -> dict[Identity, int]:
    """Returns how bad each finding is, by key: the worst over all versions of a client."""
    worst: dict[Identity, int] = {}
    for finding in findings:
        key = identity(finding)
        worst[key] = max(_badness(finding), worst.get(key, 0))
    return worst


def is_known(finding: Finding, baseline: Mapping[Identity, int]) -> bool:
    """Checks whether the baseline has the finding, rated at least as bad."""
    return _badness(finding) <= baseline.get(identity(finding), -1)


def _badness(finding: Finding) -> int:
    if finding.verdict in _FROM_BAD_TO_WORSE:
        return _FROM_BAD_TO_WORSE.index(finding.verdict)
    return 0 if finding.verdict is None else len(_FROM_BAD_TO_WORSE)
