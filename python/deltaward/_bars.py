"""Bars that show how many tables have which verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from deltaward._templates import sign
from deltaward._totals import VERDICTS

# One table among ten thousand would be no wider than nothing.
_NARROWEST = 1.5

_ORDER = ("OK", "DEGRADED", "BLOCKED", "SILENTLY_WRONG", "HARMS_OTHERS", "UNKNOWN")


@dataclass(frozen=True)
class Segment:
    """A part of a bar, in per cent of its length."""

    style: str
    start: float
    width: float


def bar(verdicts: Counter[str]) -> list[Segment]:
    """Divide a bar, so that each verdict that occurs can be seen."""
    counts = _known(verdicts)
    total = counts.total()
    if not total:
        return []
    widths = {verdict: max(_NARROWEST, 100 * n / total) for verdict, n in counts.items()}
    scale = 100 / sum(widths.values())
    segments, start = [], 0.0
    for verdict in _ORDER:
        if width := widths.get(verdict, 0) * scale:
            segments.append(Segment(sign(verdict)[0], round(start, 2), round(width, 2)))
            start += width
    return segments


def _known(verdicts: Counter[str]) -> Counter[str]:
    """Count what is no verdict as unknown, and leave out what a client never does."""
    counts: Counter[str] = Counter()
    for verdict, tables in verdicts.items():
        counts[verdict if verdict in VERDICTS else "UNKNOWN"] += tables
    del counts["NOT_OFFERED"]
    return counts
