"""Rows as JSON, and when two sets of them are the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from clients.cells import ANY_BUT_NULL, Row

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def same_value(found: Any, expected: Any) -> bool:
    """Whether a client's value is the expected one; null equals null alone."""
    if expected == ANY_BUT_NULL:
        return found is not None
    if found is None or expected is None:
        return found is expected
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, (int, float)) and isinstance(expected, (int, float)):
        return float(found) == float(expected)
    if isinstance(expected, dict) and isinstance(found, str):
        return bool(_parsed(found) == expected)
    return bool(found == expected)


def same_row(found: Row, expected: Row) -> bool:
    """Whether two rows have the same columns and values."""
    return found.keys() == expected.keys() and all(
        same_value(found[name], value) for name, value in expected.items()
    )


def same_rows(found: Iterable[Row], expected: Sequence[Row]) -> bool:
    """Whether two tables hold the same rows, each as often, in any order."""
    left = list(found)
    for row in expected:
        match = next((i for i, other in enumerate(left) if same_row(other, row)), None)
        if match is None:
            return False
        left.pop(match)
    return not left


def from_spark(frame: DataFrame) -> list[Row]:
    """The rows of a DataFrame as JSON values."""
    return [
        {name: to_json(value) for name, value in row.asDict().items()} for row in frame.collect()
    ]


def to_json(value: Any) -> Any:
    """A value of Spark as JSON has it: moments as ISO text, variants as what they hold."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if hasattr(value, "toJson"):
        return json.loads(value.toJson())
    return value


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
