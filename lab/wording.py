"""Rewrites messages about a table of the lab, so that they fit any table."""

from __future__ import annotations

import re
from typing import Any

from lab.cells import LabTable

_ROWS = re.compile(r"(\d+) rows instead of (\d+)")
_NULLS = re.compile(r"null in every row of (.+)")
_OTHERS = re.compile(r"(^|: )other values in .+$")
_MISSING = re.compile(r"(^|: )no column .+$")


def general(text: str, table: LabTable) -> str:
    """Removes the table's column names, field names and row counts from the text."""
    return _clients_own(_labs_own(text, table), table)


def _labs_own(text: str, table: LabTable) -> str:
    """Generalises the messages of :func:`lab.judge.difference`."""
    text = _ROWS.sub(
        lambda rows: (
            f"{'more' if int(rows[1]) > int(rows[2]) else 'fewer'} rows than the table has"
        ),
        text,
    )
    text = _NULLS.sub(lambda nulls: f"{_these(nulls[1].split(', '), table)} in every row", text)
    text = _OTHERS.sub(r"\1some columns have other values", text)
    return _MISSING.sub(r"\1a column is missing", text)


def _these(names: list[str], table: LabTable) -> str:
    return "every column is null" if set(names) == _columns(table) else "some columns are null"


def _clients_own(text: str, table: LabTable) -> str:
    """Replaces names in quotes, and names after a word such as ``column``."""
    fields = {name for row in table.rows for value in row.values() for name in _inside(value)}
    for name in sorted(_columns(table) | fields):
        word = re.escape(name)
        text = re.sub(rf"""(["'`]){word}\1""", r"\1<column>\1", text)
        text = re.sub(rf"\b((?:field|column|type:) ){word}\b", r"\1<column>", text)
        text = re.sub(rf"`[^`]*(?<![\w.-]){word}(?![\w.-])[^`]*`", "`<expression>`", text)
    return text


def _columns(table: LabTable) -> set[str]:
    return {column.name for column in table.columns} | {name for row in table.rows for name in row}


def _inside(value: Any) -> list[str]:
    return list(value) if isinstance(value, dict) else []
