"""Tests how verdicts on kinds of tables are measured that the registry has not learnt from."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab.cells import LabTable, Observation
from lab.kinds import KINDS, Kind, leave_out, rows
from lab.tables.factory import read_catalogue

CATALOGUE = Path(__file__).parents[3] / "registry" / "tables.json"
SEVERAL = LabTable(
    name="a", feature="several", state="used", protocol=(1, 2), listed=(), readers=(), rows=(),
    columns=(), levels={"names": "upper"}, facts=("column:long",),
)  # fmt: skip


def read(table: str, verdict: str, version: str = "1") -> Observation:
    where = ("client", version, "path", table, "several", "used", "read")
    return Observation(*where, verdict, "", "2026-11-29")


def registry(side: dict[str, Any], version: str = "1") -> list[dict[str, Any]]:
    release = {"version": version, "accessPath": "path", "read": side}
    return [{"id": "client", "releases": [release]}]


def reads(*cases: dict[str, Any]) -> dict[str, Any]:
    return {"versions": [1], "features": [], "otherFeatures": "refused", "cases": list(cases)}


def test_every_level_of_the_catalogue_belongs_to_a_kind() -> None:
    for table in read_catalogue(CATALOGUE):
        for factor, level in table.levels.items():
            alone = replace(table, levels={factor: level}, facts=())
            known = level == "no" or factor in {"step", "untold"}
            assert known or any(kind.has(alone) for kind in KINDS), (table.name, factor)


def test_a_table_about_a_single_feature_is_of_no_kind() -> None:
    kind = Kind("mapped", facts=("columnMapping",))
    mapped = replace(SEVERAL, facts=("columnMapping",))
    assert kind.has(mapped)
    assert not kind.has(replace(mapped, levels={}))


def test_the_registry_learns_nothing_from_tables_of_the_kind() -> None:
    tables = [SEVERAL, replace(SEVERAL, name="b", levels={"names": "no"})]
    learnt: list[Observation] = []

    def learn(cells: list[Observation]) -> list[dict[str, Any]]:
        learnt.extend(cells)
        return registry(reads())

    cells = [read("a", "SILENTLY_WRONG"), read("b", "OK")]
    found = leave_out(Kind("names", ("names",)), tables, cells, learn)
    assert [cell.table for cell in learnt] == ["b"]
    assert (found.tables, found.cells, found.falseOk, found.right) == (1, 1, 1, 0.0)


def test_a_warning_that_the_table_does_not_confirm_is_no_wrong_verdict() -> None:
    condition = "deleted rows come back, if a file has thousands of rows"
    case = {"when": ["column:long"], "verdict": "SILENTLY_WRONG", "condition": condition}
    kind = Kind("names", ("names",))
    cells = [read("a", "OK")]
    small = leave_out(kind, [SEVERAL], cells, lambda _: registry(reads(case)))
    assert (small.right, small.falseOk, small.unknown) == (1.0, 0, 0)
    many = replace(SEVERAL, hidden=("manyRows",))
    assert leave_out(kind, [many], cells, lambda _: registry(reads(case))).right == 0.0


def test_a_version_that_no_other_table_was_read_with_is_not_compared() -> None:
    cells = [read("a", "OK", version="2")]
    found = leave_out(Kind("names", ("names",)), [SEVERAL], cells, lambda _: registry(reads()))
    assert found.cells == 0


def test_shares_are_those_of_all_cells() -> None:
    one = json.loads(
        '{"kind": "k", "tables": 2, "cells": 2000, "right": 0.985, "falseOk": 20, "unknown": 100}'
    )
    assert rows([one]) == "| k | 2 | 2,000 | 98.5 % | 20 | 1.0 % | 5.0 % |"
