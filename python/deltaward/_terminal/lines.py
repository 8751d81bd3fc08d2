"""Formats rows for other programs, as JSON or with one line per row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from deltaward._terminal.visible import printable

if TYPE_CHECKING:
    from pyspark.sql import Row


def as_json(rows: Sequence[Row]) -> str:
    """Returns a JSON array with an object for each row. Dates and times are in ISO 8601."""
    return objects(row.asDict(recursive=True) for row in rows)


def objects(values: Iterable[Mapping[str, object]]) -> str:
    """Returns a JSON array with an object for each mapping."""
    return json.dumps(list(values), indent=2, default=_text)


def columns(rows: Iterable[Mapping[str, object]], names: Sequence[str]) -> str:
    """Returns the named columns of rows as aligned text, with a header."""
    header = [words(name).upper() for name in names]
    return _aligned(header, ([row[name] for name in names] for row in rows))


def facts(row: Mapping[str, object]) -> str:
    """Returns one row as aligned text, with a line for each column."""
    header = ("COLUMN", "VALUE")
    return _aligned(header, ((words(name), value) for name, value in row.items()))


def compatibility(rows: Sequence[Row]) -> str:
    """Returns rows of ``SHOW PROTOCOL COMPATIBILITY`` as aligned text, with a header."""
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
    """Returns when the facts in a row of ``SHOW DELTA CLIENTS`` were checked. Marks stale facts."""
    return f"{row.verifiedAt or ''}{', stale' if row.stale else ''}"


def clients(rows: Sequence[Row]) -> str:
    """Returns rows of ``SHOW DELTA CLIENTS`` as aligned text, with a header."""
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
    """Returns a value on one line, or ``-`` if it is None or empty."""
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value))
    return "-" if value in (None, "") else printable(" ".join(str(value).split()))


def words(column: str) -> str:
    """Returns a column name in words: ``since version`` for ``sinceVersion``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column).lower()


def _text(value: object) -> str:
    if isinstance(value, datetime):
        # PySpark returns local time without a time zone.
        return value.astimezone().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)
