"""Tests how the lab treats facts of a table that no verdict can know, and tables of many rows."""

from __future__ import annotations

import pytest

from lab.cases import Tried, cases
from lab.cells import LabTable, Observation, Row
from lab.check import compare
from lab.many import many_rows
from lab.rows import has_all, same_rows

FAR = frozenset({"column:timestamp", "farTimestamps"})
CONDITION = "wrong, if timestamps are stored as INT96"
MANY = list(many_rows(2_000))


def table(name: str, *hidden: str) -> LabTable:
    return LabTable(name, "basic", "used", (1, 2), (), (), (), (), hidden=hidden)


def test_a_hidden_cause_becomes_the_condition_of_a_case_of_what_is_seen() -> None:
    found = cases(
        [
            Tried(FAR | {"int96"}, "OK", "SILENTLY_WRONG", "wrong"),
            Tried(FAR, "OK", "OK"),
            Tried(frozenset({"column:timestamp", "int96"}), "OK", "OK"),
        ]
    )
    assert found == [
        {"when": ["farTimestamps"], "verdict": "SILENTLY_WRONG", "condition": CONDITION}
    ]


def test_a_cause_that_is_seen_has_no_condition() -> None:
    found = cases(
        [
            Tried(FAR | {"int96"}, "OK", "SILENTLY_WRONG", "wrong"),
            Tried(FAR, "OK", "SILENTLY_WRONG", "wrong"),
            Tried(frozenset({"column:timestamp", "int96"}), "OK", "OK"),
        ]
    )
    assert [case["condition"] for case in found] == ["wrong"]


def agrees(observed: str, reason: str, *hidden: str) -> bool:
    one = table("far", *hidden)
    cell = Observation(
        "polars", "2", "scan", "far", "basic", "used", "read", observed, "", "2026-11-29"
    )
    key = ("far", "polars", "2", "scan")
    predicted = {key: ("SILENTLY_WRONG", "UNKNOWN", reason)}
    return compare([cell], predicted, {"far": one}, []).agreeing == 1


def test_a_warning_holds_of_a_table_that_does_not_meet_its_condition() -> None:
    assert agrees("OK", f"farTimestamps: {CONDITION}")
    assert not agrees("OK", f"farTimestamps: {CONDITION}", "int96")
    assert not agrees("OK", "farTimestamps: wrong")
    assert agrees("SILENTLY_WRONG", f"farTimestamps: {CONDITION}", "int96")


def test_the_catalogue_keeps_many_rows_as_their_number() -> None:
    base: tuple[Row, ...] = ({"id": 1, "name": "a", "amount": 1.5},)
    known = LabTable(
        "t", "basic", "used", (1, 2), (), (), (*base, *MANY), (), hidden=("manyRows",), many=2_000
    )
    written = known.to_json()
    assert written["rows"] == base
    assert LabTable.of(written) == known


@pytest.mark.parametrize(
    ("found", "same"),
    [
        (MANY[::-1], True),
        (MANY[1:], False),
        ([*MANY, MANY[0]], False),
        ([*MANY, *MANY], False),
        ([{**MANY[0], "amount": 0.0}, *MANY[1:]], False),
    ],
)
def test_many_rows_are_compared_in_any_order(found: list[Row], same: bool) -> None:
    assert same_rows(found, MANY) == same


def test_many_rows_are_all_there_beside_others_but_not_twice() -> None:
    others = [{**row, "id": -row["id"]} for row in MANY]
    assert has_all([*others, *MANY], MANY)
    assert not has_all([*others, *MANY[1:]], MANY)
    assert not has_all([*MANY, *MANY], MANY)
    assert not has_all([*MANY, MANY[5]], MANY)
