"""Bars that show the number of tables by verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from deltaward._report.model import VERDICTS
from deltaward._report.templates import sign

# Smallest width in per cent, before scaling. It keeps one table in ten thousand visible.
_NARROWEST = 1.5

_ORDER = ("OK", "DEGRADED", "BLOCKED", "SILENTLY_WRONG", "HARMS_OTHERS", "UNKNOWN")


@dataclass(frozen=True)
class Segment:
    """A part of a bar, with start and width in per cent of the bar's length."""

    style: str
    start: float
    width: float


def bar(verdicts: Counter[str]) -> list[Segment]:
    """Divides a bar by verdict, and keeps each verdict that occurs visible."""
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
    """Counts unrecognised verdicts as ``UNKNOWN``, and leaves out ``NOT_OFFERED``."""
    counts: Counter[str] = Counter()
    for verdict, tables in verdicts.items():
        counts[verdict if verdict in VERDICTS else "UNKNOWN"] += tables
    del counts["NOT_OFFERED"]
    return counts
