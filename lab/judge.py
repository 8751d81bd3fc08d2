"""Turns a client's answer into a verdict."""

from __future__ import annotations

import base64
import json
from typing import Any

from lab.cells import Row, VerdictName
from lab.errors import first_line
from lab.rows import same_rows

Verdict = tuple[VerdictName, str]


def of_read(answer: dict[str, Any], expected: list[Row]) -> Verdict | None:
    """Judges the answer to a read. Returns ``None`` if the version has no such access path."""
    if "unavailable" in answer:
        return None
    if "error" in answer:
        return "BLOCKED", first_line(answer["error"])
    rows = answer["rows"]
    if same_rows(rows, expected):
        return "OK", ""
    if same_rows([decoded(row) for row in rows], expected):
        return "DEGRADED", "variants come in their binary encoding"
    return "SILENTLY_WRONG", difference(rows, expected)


def decoded(row: Row) -> Row:
    """Decodes the row's variants from their binary encoding (metadata and value)."""
    return {name: _decoded(value) for name, value in row.items()}


def _decoded(value: Any) -> Any:
    if isinstance(value, dict) and {"metadata", "value"} <= value.keys():
        parts = [value["value"], value["metadata"]]
        if all(isinstance(part, dict) and "$bytes" in part for part in parts):
            from pyspark.sql.types import VariantVal  # noqa: PLC0415 - Spark 3.5 has none

            encoded = [base64.b64decode(part["$bytes"]) for part in parts]
            return json.loads(VariantVal(encoded[0], encoded[1]).toJson())
    if isinstance(value, dict):
        return {name: _decoded(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_decoded(member) for member in value]
    return value


def difference(found: list[Row], expected: list[Row]) -> str:
    """Describes in one line how the rows differ."""
    if len(found) != len(expected):
        return f"{len(found)} rows instead of {len(expected)}"
    names = sorted({name for row in expected for name in row})
    missing = [name for name in names if all(name not in row for row in found)]
    if missing:
        return f"no column {', '.join(missing)}"
    nulls = [
        name
        for name in names
        if all(row.get(name) is None for row in found)
        and any(row[name] is not None for row in expected)
    ]
    if nulls:
        return f"null in every row of {', '.join(nulls)}"
    others = [name for name in names if not _same_column(name, found, expected)]
    return f"other values in {', '.join(others)}" if others else "values in other rows"


def _same_column(name: str, found: list[Row], expected: list[Row]) -> bool:
    return same_rows(
        [{name: row.get(name)} for row in found], [{name: row[name]} for row in expected]
    )
