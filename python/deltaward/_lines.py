"""Rows for other programs: one line a row, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from deltaward._visible import printable

if TYPE_CHECKING:
    from pyspark.sql import Row


def as_json(rows: Sequence[Row]) -> str:
    """Return an array with an object for each row; dates and times are as in ISO 8601."""
    return objects(row.asDict(recursive=True) for row in rows)


def objects(values: Iterable[Mapping[str, object]]) -> str:
    """Return an array with an object for each mapping."""
    return json.dumps(list(values), indent=2, default=_text)


def columns(rows: Iterable[Mapping[str, object]], names: Sequence[str]) -> str:
    """Return some columns of the rows of a statement."""
    header = [words(name).upper() for name in names]
    return _aligned(header, ([row[name] for name in names] for row in rows))


def facts(row: Mapping[str, object]) -> str:
    """Return a row on its side: a line for each column."""
    header = ("COLUMN", "VALUE")
    return _aligned(header, ((words(name), value) for name, value in row.items()))


def compatibility(rows: Sequence[Row]) -> str:
    """Return rows of ``SHOW PROTOCOL COMPATIBILITY``."""
    header = ("CLIENT", "VERSION", "ACCESS PATH", "READ", "WRITE", "BLOCKED BY")
    return _aligned(
        header,
        (
            (
                row.client,
                row.clientVersion,
                row.accessPath,
                row.readVerdict,
                row.writeVerdict,
                ", ".join(row.blockingFeatures or []),
            )
            for row in rows
        ),
    )


def verified(row: Row) -> str:
    """Return when facts in ``SHOW DELTA CLIENTS`` were checked, and whether that is long ago."""
    return f"{row.verifiedAt or ''}{', stale' if row.stale else ''}"


def clients(rows: Sequence[Row]) -> str:
    """Return rows of ``SHOW DELTA CLIENTS``."""
    header = ("CLIENT", "VERSION", "ACCESS PATH", "EVIDENCE", "VERIFIED", "SOURCES")
    return _aligned(
        header,
        (
            (
                row.client,
                row.clientVersion,
                row.accessPath,
                row.evidence,
                verified(row),
                "; ".join(row.sources or []),
            )
            for row in rows
        ),
    )


def _aligned(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = [header, *([cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def cell(value: object) -> str:
    """Return a value on one line, and ``-`` for none."""
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value))
    return "-" if value in (None, "") else printable(" ".join(str(value).split()))


def words(column: str) -> str:
    """Return the name of a column in words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column).lower()


def _text(value: object) -> str:
    if isinstance(value, datetime):
        # PySpark gives the time of this machine's zone, without the zone.
        return value.astimezone().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)
