"""What an earlier audit found already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deltaward._report import Finding

Identity = tuple[str, ...]

# A verdict that is not here is not known to be harmless, and may be worse than all of these.
_FROM_BAD_TO_WORSE = ("BLOCKED", "SILENTLY_WRONG", "HARMS_OTHERS")


def identity(finding: Finding) -> Identity:
    """Tell a finding from the others, and find it again in another audit.

    The version of a client is no part of it: the newest that the registry knows moves on by
    itself. Nor is the message on a table that was not read, where there is a condition: it can
    name a host or a time.
    """
    if finding.answer and finding.access:
        about: Identity = (finding.answer.client, finding.answer.accessPath, finding.access)
        return ("client", finding.table.name, *about)
    if finding.kind == "unreadable":
        return (finding.kind, finding.table.name, finding.table.errorCondition or finding.message)
    return (finding.kind, finding.table.name, finding.message)


def known(findings: Iterable[Finding]) -> dict[Identity, int]:
    """Keep of each finding how bad it is, the worst of all versions of a client."""
    worst: dict[Identity, int] = {}
    for finding in findings:
        key = identity(finding)
        worst[key] = max(_badness(finding), worst.get(key, 0))
    return worst


def is_known(finding: Finding, baseline: Mapping[Identity, int]) -> bool:
    """Whether it was there, and was as bad."""
    return _badness(finding) <= baseline.get(identity(finding), -1)


def _badness(finding: Finding) -> int:
    if finding.verdict in _FROM_BAD_TO_WORSE:
        return _FROM_BAD_TO_WORSE.index(finding.verdict)
    return 0 if finding.verdict is None else len(_FROM_BAD_TO_WORSE)
