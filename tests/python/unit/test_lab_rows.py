"""When the lab takes two tables for the same, and what it keeps of an error."""

import pytest

from clients.cells import ANY_BUT_NULL, Row
from clients.errors import LONGEST, first_line
from clients.judge import decoded, difference, of_read
from clients.rows import same_rows

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
