"""Columns of every type that Delta writes, with values that clients often get wrong.

In JSON, a value names its type if JSON lacks it: ``{"$decimal": "1.50"}``, ``{"$bytes":
base64}``, ``{"$float": "NaN"}``, ``{"$map": [[key, value], ...]}``, ``{"$variant": value}``.
Dates and times are ISO text. Times with a time zone are in UTC.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

NULL = ("NULL", None)


@dataclass(frozen=True)
class Values:
    """A column of one type.

    Attributes:
        name: its name among the levels of a table.
        type: its type in Spark SQL.
        of: its value in each of the four base rows: a literal in SQL, and the same in JSON.
    """

    name: str
    type: str
    of: tuple[tuple[str, Any], ...]

    def by_id(self) -> str:
        """Returns an expression in SQL for a base row's value, by the row's id."""
        cases = " ".join(f"WHEN {key} THEN {sql}" for key, (sql, _) in enumerate(self.of, 1))
        return f"CAST(CASE id {cases} END AS {self.type})"

    def in_json(self) -> tuple[Any, ...]:
        """Returns this column's value in each base row, for JSON."""
        return tuple(value for _, value in self.of)


def _cast(type_: str, *texts: str | None) -> tuple[tuple[str, Any], ...]:
    """Returns the numbers in these texts."""

    def value(text: str) -> Any:
        if type_.startswith("decimal"):
            return {"$decimal": text}
        if type_ in ("float", "double"):
            return {"$float": text} if text in ("NaN", "Infinity", "-Infinity") else float(text)
        return int(text)

    return tuple(
        NULL if text is None else (f"CAST('{text}' AS {type_})", value(text)) for text in texts
    )


def _texts(*texts: str | None) -> tuple[tuple[str, Any], ...]:
    return tuple(
        NULL if text is None else ("'" + text.replace("'", "\\'") + "'", text) for text in texts
    )


def _bytes(*values: bytes | None) -> tuple[tuple[str, Any], ...]:
    return tuple(
        NULL
        if value is None
        else (f"X'{value.hex()}'", {"$bytes": base64.b64encode(value).decode()})
        for value in values
    )


def _moments(type_: str, *texts: str | None) -> tuple[tuple[str, Any], ...]:
    return tuple(
        NULL
        if text is None
        else (f"{type_}'{text}'", text if type_ == "DATE" else text.replace(" ", "T"))
        for text in texts
    )


def _variant(text: str) -> tuple[str, Any]:
    return f"parse_json('{text}')", {"$variant": json.loads(text)}


def _same(type_: str, name: str, *values: tuple[str, Any]) -> Values:
    return Values(name, type_, values)


_MOMENTS = ("2026-01-02 12:00:00", "1969-12-31 23:59:59.123456", None, "2000-02-29 00:00:00")

PRIMITIVES: tuple[Values, ...] = (
    Values("boolean", "boolean", (("TRUE", True), ("FALSE", False), NULL, ("TRUE", True))),
    Values("tinyint", "tinyint", _cast("tinyint", "1", "-128", None, "127")),
    Values("smallint", "smallint", _cast("smallint", "1", "-32768", None, "32767")),
    Values("int", "int", _cast("int", "1", "-2147483648", None, "2147483647")),
    Values("bigint", "bigint", _cast("bigint", "1", "-9223372036854775808", None, "7")),
    Values("float", "float", _cast("float", "1.5", "-0.25", None, "16777216")),
    Values("double", "double", _cast("double", "1.5", "-0.25", None, "1e100")),
    Values("short-decimal", "decimal(10,2)", _cast("decimal(10,2)", "1.50", "-0.01", None, "7.00")),
    Values(
        "long-decimal",
        "decimal(38,18)",
        _cast(
            "decimal(38,18)",
            "12345678901234567890.123456789012345678",
            "-0.000000000000000001",
            None,
            "1.000000000000000000",
        ),
    ),
    Values("string", "string", _texts("x", "y", None, "z")),
    Values("binary", "binary", _bytes(b"ab", "é".encode(), None, b"z")),
    Values("date", "date", _moments("DATE", "2026-01-02", "1969-12-31", None, "2000-02-29")),
    Values("timestamp", "timestamp", _moments("TIMESTAMP", *_MOMENTS)),
    Values("timestamp_ntz", "timestamp_ntz", _moments("TIMESTAMP_NTZ", *_MOMENTS)),
)

# The folders of partitions escape these values in their names.
ODD_STRINGS = Values("odd-string", "string", _texts("a b/c=d", "ü%20:'", None, "{0}#?"))

_SPECIAL: tuple[Values, ...] = (
    Values("odd-double", "double", _cast("double", "NaN", "Infinity", None, "-Infinity")),
    Values("odd-date", "date", _moments("DATE", "0001-01-01", "1582-10-04", None, "9999-12-31")),
    Values("varchar", "varchar(10)", _texts("x", "y", None, "ü")),
    Values("char", "char(3)", _texts("abc", "x  ", None, "ü  ")),
)

_NESTED: tuple[Values, ...] = (
    _same("array<int>", "ints", ("array(1, 2)", [1, 2]), ("array()", []), NULL, ("array(3)", [3])),
    _same(
        "array<string>",
        "strings",
        ("array('a', NULL)", ["a", None]),
        ("array()", []),
        NULL,
        ("array('b')", ["b"]),
    ),
    _same(
        "map<string,int>",
        "map",
        ("map('a', 1, 'b', NULL)", {"$map": [["a", 1], ["b", None]]}),
        ("map()", {"$map": []}),
        NULL,
        ("map('c', 3)", {"$map": [["c", 3]]}),
    ),
    _same(
        "struct<a:int,b:string>",
        "struct",
        ("named_struct('a', 1, 'b', 'x')", {"a": 1, "b": "x"}),
        ("named_struct('a', 2, 'b', NULL)", {"a": 2, "b": None}),
        NULL,
        ("named_struct('a', 4, 'b', 'z')", {"a": 4, "b": "z"}),
    ),
    _same(
        "array<struct<a:int>>",
        "structs",
        ("array(named_struct('a', 1))", [{"a": 1}]),
        ("array()", []),
        NULL,
        ("array(named_struct('a', 3), NULL)", [{"a": 3}, None]),
    ),
    _same(
        "map<int,struct<a:decimal(10,2)>>",
        "map-of-structs",
        (
            "map(1, named_struct('a', CAST('1.50' AS DECIMAL(10,2))))",
            {"$map": [[1, {"a": {"$decimal": "1.50"}}]]},
        ),
        ("map()", {"$map": []}),
        NULL,
        ("map(2, NULL)", {"$map": [[2, None]]}),
    ),
    _same(
        "struct<d:date,t:timestamp_ntz>",
        "struct-of-moments",
        (
            "named_struct('d', DATE'2026-01-02', 't', TIMESTAMP_NTZ'2026-01-02 12:00:00')",
            {"d": "2026-01-02", "t": "2026-01-02T12:00:00"},
        ),
        ("named_struct('d', NULL, 't', NULL)", {"d": None, "t": None}),
        NULL,
        ("named_struct('d', DATE'1969-12-31', 't', NULL)", {"d": "1969-12-31", "t": None}),
    ),
)

_OBJECT, _NUMBER = _variant('{"k": 1}'), _variant("4")
_VARIANTS: tuple[Values, ...] = (
    _same(
        "variant",
        "variant",
        _variant('{"k": 1}'),
        _variant('[1, "b"]'),
        NULL,
        _variant('"s"'),
    ),
    _same("variant", "variant-of-objects", *(_variant(f'{{"k": {i}}}') for i in range(1, 5))),
    _same(
        "struct<v:variant>",
        "struct-of-variant",
        (f"named_struct('v', {_OBJECT[0]})", {"v": _OBJECT[1]}),
        ("named_struct('v', NULL)", {"v": None}),
        NULL,
        (f"named_struct('v', {_NUMBER[0]})", {"v": _NUMBER[1]}),
    ),
    _same(
        "array<variant>",
        "variants",
        (f"array({_OBJECT[0]})", [_OBJECT[1]]),
        ("array()", []),
        NULL,
        (f"array({_NUMBER[0]})", [_NUMBER[1]]),
    ),
)

COLUMNS: dict[str, Values] = {
    values.name: values for values in (*PRIMITIVES, *_SPECIAL, *_NESTED, *_VARIANTS)
}
PARTITIONS: dict[str, Values] = {values.name: values for values in (*PRIMITIVES, ODD_STRINGS)}
