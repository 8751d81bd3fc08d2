"""Judges a race: afterwards, every reader must find every row once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lab.cells import Row, VerdictName
from lab.races.race import BASE, CLIENT, SPARK, Race
from lab.rows import same_row, same_rows

Found = list[Row] | str
"""The rows that a reader found, or the reason why it failed."""


@dataclass(frozen=True)
class Met:
    """How a race went.

    Attributes:
        spark: the error of Spark's statement; empty if it succeeded.
        client: the client's error; empty if it succeeded.
        committed: whether the client committed, even if it reported an error.
        found: what each reader found afterwards.
    """

    race: Race
    spark: str
    client: str
    committed: bool
    found: dict[str, Found]


def verdict(met: Met) -> tuple[VerdictName, str]:
    """Returns the verdict on what the client did, and one line that explains it."""
    before = met.race.table.rows()
    others = SPARK[met.race.turn].on(before) if not met.spark else before
    act = CLIENT[met.race.operation]
    # A client that reports success without a commit has lost its own rows.
    after = act.on(others) if met.committed or not met.client else others
    # The rows that the client did not touch.
    touched = {*act.deleted, *(row["id"] for row in act.changed)}
    theirs = [row for key, row in others.items() if key not in touched]
    for reader, found in met.found.items():
        if isinstance(found, str):
            return "HARMS_OTHERS", f"{met.race}: {reader} cannot read it afterwards: {found}"
        lost = _missing(theirs, found)
        if lost:
            return "HARMS_OTHERS", f"{met.race}: {reader} then lacks {_count(lost)} of others"
        gone = _missing([*BASE.values(), *SPARK[met.race.turn].changed], theirs)
        back = _missing(gone, [*after.values(), *_old(met)])
        if any(same_row(row, one) for row in found for one in back) or _doubled(theirs, found):
            return "HARMS_OTHERS", f"{met.race}: {reader} then has rows that were deleted, or twice"
    for reader, found in met.found.items():
        if not isinstance(found, str) and not same_rows(found, list(after.values())):
            return "SILENTLY_WRONG", f"{met.race}: {reader} then reads other rows of its own"
    if met.client and met.committed and met.race.operation not in ("optimize", "checkpoint"):
        return "SILENTLY_WRONG", f"{met.race}: commits, and fails: {met.client}"
    return ("BLOCKED", met.client) if met.client else ("OK", "")


def _old(met: Met) -> list[Row]:
    """Returns the rows that the client was to change, as they were before."""
    act = CLIENT[met.race.operation]
    touched = {*act.deleted, *(row["id"] for row in act.changed)}
    return [row for key, row in met.race.table.rows().items() if key in touched]


def _missing(expected: Iterable[Row], found: list[Row]) -> list[Row]:
    """Returns the expected rows that were not found."""
    return [row for row in expected if not any(same_row(other, row) for other in found)]


def _doubled(expected: Iterable[Row], found: list[Row]) -> bool:
    return any(sum(same_row(other, row) for other in found) > 1 for row in expected)


def _count(rows: list[Row]) -> str:
    return f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
