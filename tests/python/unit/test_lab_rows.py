"""Tests when the lab takes two tables for equal, and what it keeps of a client's error."""

import json
import math
from datetime import datetime
from decimal import Decimal

import pyspark
import pytest
from pyspark.sql import Row as SparkRow

from lab.cells import ANY_BUT_NULL, Column, LabTable, Row
from lab.errors import LONGEST, first_line
from lab.judge import decoded, difference, of_read
from lab.rows import same_row, same_rows, same_value, to_json
from lab.wording import general

ROWS: list[Row] = [{"id": 1, "name": None}, {"id": 2, "name": "b"}]


def test_rows_are_the_same_in_any_order() -> None:
    assert same_rows(list(reversed(ROWS)), ROWS)


@pytest.mark.parametrize(
    "found",
    [
        [{"id": 1, "name": None}],
        [*ROWS, {"id": 2, "name": "b"}],
        [{"id": 1, "name": ""}, {"id": 2, "name": "b"}],
        [{"id": 1, "name": None}, {"id": 2, "name": None}],
        [{"id": 1}, {"id": 2, "name": "b"}],
        [{"id": True, "name": None}, {"id": 2, "name": "b"}],
    ],
)
def test_a_missing_row_a_repeated_row_and_a_wrong_null_are_seen(found: list[Row]) -> None:
    assert not same_rows(found, ROWS)


def test_a_value_that_the_table_makes_up_may_be_any_but_null() -> None:
    expected = [{"n": ANY_BUT_NULL}]
    assert same_rows([{"n": 7}], expected)
    assert not same_rows([{"n": None}], expected)


def test_nulls_in_every_row_are_named() -> None:
    found: list[Row] = [{"id": 1, "name": None}, {"id": 2, "name": None}]
    assert of_read({"rows": found}, ROWS) == ("SILENTLY_WRONG", "null in every row of name")


def test_a_missing_column_and_a_missing_row_are_named() -> None:
    assert difference([{"id": 1}, {"id": 2}], ROWS) == "no column name"
    assert difference(ROWS[:1], ROWS) == "1 rows instead of 2"


@pytest.mark.skipif(pyspark.__version__ < "4", reason="Spark 3.5 has no variants")
def test_a_variant_in_its_binary_encoding_is_degraded() -> None:
    encoded = {"metadata": {"$bytes": "AQEAAWs="}, "value": {"$bytes": "AgEAAAIMAQ=="}}
    assert decoded({"v": encoded}) == {"v": {"k": 1}}
    verdict = of_read({"rows": [{"v": encoded}]}, [{"v": {"k": 1}}])
    assert verdict is not None
    assert verdict[0] == "DEGRADED"


def test_an_error_is_blocked_and_a_missing_path_is_no_cell() -> None:
    assert of_read({"error": "E: no"}, ROWS) == ("BLOCKED", "E: no")
    assert of_read({"unavailable": "not in this version"}, ROWS) is None


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("E: cannot read file:///work/a/b/c.parquet now\n at x", "E: cannot read <path> now"),
        (
            "E: (os error 2): ...ns/of-lab/part-<id>.parquet (set A)",
            "E: (os error 2): <path> (set A)",
        ),
        ("E: table 01234567-89ab-cdef-0123-456789abcdef", "E: table <id>"),
        ("\n\n  E: indented \x1b[31mred\x1b[0m", "E: indented red"),
        ("An error occurred while calling o12.sql.\n: a.B: real", "a.B: real"),
        ("E: 1792000000000 and 2026-11-21T07:00:00.123Z", "E: <time> and <time>"),
    ],
)
def test_what_belongs_to_one_run_leaves_the_message(message: str, line: str) -> None:
    assert first_line(message) == line


def test_a_long_message_is_cut() -> None:
    assert len(first_line("x" * 1000)) == LONGEST


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("1.50", {"$decimal": "1.5"}),
        (1.5, {"$decimal": "1.50"}),
        ({"$decimal": "1.50"}, {"$decimal": "1.5"}),
        ("nan", {"$float": "NaN"}),
        ("-inf", {"$float": "-Infinity"}),
        ({"$bytes": "w6k="}, {"$bytes": "w6k="}),
        ("é", {"$bytes": "w6k="}),
        ("w6k=", {"$bytes": "w6k="}),
        ({"1": "a"}, {"$map": [[1, "a"]]}),
        ([[2, "b"], [1, "a"]], {"$map": [[1, "a"], [2, "b"]]}),
        ([{"key": 1, "value": "a"}], {"$map": [[1, "a"]]}),
        ([1, "x"], {"a": 1, "b": "x"}),
        ('{"k": 1}', {"$variant": {"k": 1}}),
        ({"k": 1}, {"$variant": {"k": 1}}),
        ("2026-01-02 12:00:00.000000 UTC", "2026-01-02T12:00:00"),
        ("2026-01-02T13:00:00+01:00", "2026-01-02T12:00:00"),
        ("2026-01-02T00:00:00", "2026-01-02"),
    ],
)
def test_a_value_may_come_in_another_form(found: object, expected: object) -> None:
    assert same_value(found, expected)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("1.51", {"$decimal": "1.5"}),
        (None, {"$decimal": "1.5"}),
        ("x", {"$decimal": "1.5"}),
        ("inf", {"$float": "NaN"}),
        ("x", {"$bytes": "w6k="}),
        ({}, {"$map": [[1, "a"]]}),
        ("[]", {"$map": [[1, "a"]]}),
        ([], None),
        ([1], [1, None]),
        ([1, "y"], {"a": 1, "b": "x"}),
        ("k", {"$variant": {"k": 1}}),
        ("2026-01-02T12:00:00.000001", "2026-01-02T12:00:00"),
        ("2026-01-02T13:00:00", "2026-01-02T12:00:00"),
    ],
)
def test_another_value_is_another_one(found: object, expected: object) -> None:
    assert not same_value(found, expected)


def test_a_value_of_spark_goes_into_the_catalogue_and_is_itself_there() -> None:
    row = SparkRow(
        d=Decimal("-0.000000000000000001"),
        f=math.inf,
        b=b"\xc3\xa9",
        m={1: SparkRow(a=None)},
        s=[SparkRow(x=1)],
        t=datetime(2026, 1, 2, 12, 0, 0),
    )
    there = to_json(row)
    assert there["d"] == {"$decimal": "-0.000000000000000001"}
    assert there["m"] == {"$map": [[1, {"a": None}]]}
    assert same_row(there, json.loads(json.dumps(there)))


def test_columns_with_other_values_are_named_and_in_general_only_that_there_are_some() -> None:
    found: list[Row] = [{"id": 1, "name": "x"}, {"id": 2, "name": "b"}]
    assert difference(found, ROWS) == "other values in name"
    swapped: list[Row] = [{"id": 1, "name": "b"}, {"id": 2, "name": None}]
    assert difference(swapped, ROWS) == "values in other rows"
    columns = (Column("id", "bigint"), Column("name", "string"))
    table = LabTable("t", "basic", "used", (1, 2), (), (), tuple(ROWS), columns)
    assert general("other values in name", table) == "some columns have other values"
