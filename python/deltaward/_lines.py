"""Rows for other programs: one line a row, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import Row


def as_json(rows: Sequence[Row]) -> str:
    """Return an array with an object for each row; dates and times are as in ISO 8601."""
    return json.dumps([row.asDict(recursive=True) for row in rows], indent=2, default=_text)


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
                row.verifiedAt,
                "; ".join(row.sources or []),
            )
            for row in rows
        ),
    )


def _aligned(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = [header, *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def _cell(value: object) -> str:
    return "-" if value in (None, "") else " ".join(str(value).split())


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
