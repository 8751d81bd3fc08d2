"""Converts rows to JSON, and compares them."""

from __future__ import annotations

import base64
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timezone
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from lab.cells import ANY_BUT_NULL, Row

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

# The number of rows that are compared one by one with all others. More rows have the same form.
FEW = 100


def same_value(found: Any, expected: Any) -> bool:
    """Returns whether a client's value is the expected one. Null equals only null."""
    if expected == ANY_BUT_NULL:
        return found is not None
    if found is None or expected is None:
        return found is expected
    if isinstance(expected, dict):
        mark, value = next(iter(expected.items()), ("", None))
        if mark not in _TYPED:
            return _same_struct(found, expected)
        marked = isinstance(found, dict) and found.keys() == {mark}
        return _TYPED[mark](found[mark] if marked else found, value)
    if isinstance(expected, list):
        return _same_list(found, expected)
    return _same_alone(found, expected)


def _same_alone(found: Any, expected: Any) -> bool:
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(found, (int, float)) and isinstance(expected, (int, float)):
        return float(found) == float(expected)
    if isinstance(found, str) and isinstance(expected, str):
        return found == expected or _moment(found) == _moment(expected) is not None
    return bool(found == expected)


def _same_struct(found: Any, expected: Row) -> bool:
    """Compares structs. A client may return one as text, or as its values in order."""
    if isinstance(found, str):
        found = _parsed(found)
    if isinstance(found, list) and len(found) == len(expected):
        found = dict(zip(expected, found, strict=True))
    return isinstance(found, dict) and same_row(found, expected)


def _same_list(found: Any, expected: list[Any]) -> bool:
    if isinstance(found, str):
        found = _parsed(found)
    return (
        isinstance(found, list)
        and len(found) == len(expected)
        and all(same_value(*pair) for pair in zip(found, expected, strict=True))
    )


def _same_decimal(found: Any, expected: str) -> bool:
    try:
        return Decimal(str(found)) == Decimal(expected)
    except InvalidOperation:
        return False


def _same_float(found: Any, expected: str) -> bool:
    try:
        return repr(float(found)) == repr(float(expected))
    except (TypeError, ValueError):
        return False


def _same_bytes(found: Any, expected: str) -> bool:
    """Compares bytes. A client may return them as the text that they encode."""
    return found in (expected, base64.b64decode(expected).decode())


def _same_map(found: Any, expected: list[list[Any]]) -> bool:
    """Compares maps. A client may return one as an object with text keys, or as pairs."""
    if isinstance(found, dict):
        entries = [[key, value] for key, value in found.items()]
        expected = [[str(key), value] for key, value in expected]
    elif isinstance(found, list):
        entries = [
            [entry.get("key"), entry.get("value")] if isinstance(entry, dict) else entry
            for entry in found
        ]
    else:
        return False
    as_rows = [{"key": key, "value": value} for key, value in entries]
    return same_rows(as_rows, [{"key": key, "value": value} for key, value in expected])


def _same_variant(found: Any, expected: Any) -> bool:
    """Compares variants. A client may return one as JSON text."""
    if isinstance(found, str) and same_value(_parsed(found), expected):
        return True
    return same_value(found, expected)


_TYPED: dict[str, Callable[[Any, Any], bool]] = {
    "$decimal": _same_decimal,
    "$float": _same_float,
    "$bytes": _same_bytes,
    "$map": _same_map,
    "$variant": _same_variant,
}


def _moment(text: str) -> datetime | None:
    """Parses a date or time in any form that clients return. Converts zoned times to UTC."""
    match = _MOMENT.fullmatch(text)
    if match is None:
        return None
    fraction = (match["fraction"] or "")[:6].ljust(6, "0")
    zone = (match["zone"] or "").strip().replace("UTC", "").replace("Z", "")
    clock = match["clock"] or "00:00:00"
    moment = datetime.fromisoformat(f"{match['date']}T{clock}.{fraction}{zone}")
    if moment.tzinfo is not None:
        moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment


_MOMENT = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)"
    r"([ T](?P<clock>\d\d:\d\d:\d\d)(\.(?P<fraction>\d{1,9}))?(?P<zone> ?UTC|Z|[+-]\d\d:\d\d)?)?"
)


def same_row(found: Row, expected: Row) -> bool:
    """Returns whether two rows have the same columns and values."""
    return found.keys() == expected.keys() and all(
        same_value(found[name], value) for name, value in expected.items()
    )


def same_rows(found: Iterable[Row], expected: Sequence[Row]) -> bool:
    """Returns whether two tables hold the same rows, equally often, in any order."""
    left, unmatched = _without_common(found, expected)
    for row in unmatched:
        match = next((i for i, other in enumerate(left) if same_row(other, row)), None)
        if match is None:
            return False
        left.pop(match)
    return not left


def has_all(found: Iterable[Row], expected: Iterable[Row]) -> bool:
    """Returns whether each expected row was found as often as expected."""
    known = list(expected)
    left, unmatched = _without_common(found, known)
    if len(left) > FEW:
        texts = set(map(_text, known))
        return not unmatched and not any(_text(row) in texts for row in left)
    return all(
        sum(same_row(row, one) for row in left) == sum(same_row(other, one) for other in unmatched)
        for one in (*unmatched, *known)
    )


def _without_common(found: Iterable[Row], expected: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """Returns the rows of each side without those that both have in the same form, as often.

    Two tables that differ in few rows are then compared quickly.
    """
    rows, others = list(found), list(expected)
    texts, other_texts = (Counter(map(_text, side)) for side in (rows, others))
    common = texts & other_texts
    return _less(rows, common), _less(others, common)


def _less(rows: list[Row], common: Counter[str]) -> list[Row]:
    left, spared = [], Counter(common)
    for row in rows:
        text = _text(row)
        if spared[text]:
            spared[text] -= 1
        else:
            left.append(row)
    return left


def _text(row: Row) -> str:
    return json.dumps(row, sort_keys=True)


def from_spark(frame: DataFrame) -> list[Row]:
    """The rows of a DataFrame as JSON values."""
    return [
        {name: to_json(value) for name, value in row.asDict().items()} for row in frame.collect()
    ]


def to_json(value: Any) -> Any:
    """Converts a value of Spark to the catalogue's JSON: see :mod:`lab.tables.values`."""
    if hasattr(value, "asDict"):
        return {name: to_json(member) for name, member in value.asDict().items()}
    if isinstance(value, dict):
        return {"$map": [[to_json(key), to_json(member)] for key, member in value.items()]}
    if isinstance(value, list):
        return [to_json(member) for member in value]
    if hasattr(value, "toJson"):
        return json.loads(value.toJson())
    return _alone(value)


def _alone(value: Any) -> Any:
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return {"$decimal": f"{value:f}"}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")}
    if isinstance(value, (bytes, bytearray)):
        return {"$bytes": base64.b64encode(bytes(value)).decode()}
    return value


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
