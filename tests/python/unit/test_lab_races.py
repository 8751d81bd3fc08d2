"""Races of a client and Spark on one table: every reader must find every row once."""

import pytest

from lab.cells import Row
from lab.races.cells import RaceCell, cases
from lab.races.judge import Found, Met, verdict
from lab.races.race import BASE, CLIENT, SPARK, TABLES, Race, races
from lab.versions import order

VECTORS = TABLES[1]
APPEND = Race(VECTORS, "append", "deletes", within=False)
OWN = CLIENT["append"].changed[0]


def rows(*without: int) -> list[Row]:
    return [row for key, row in BASE.items() if key not in {3, *without}]


def met(found: Found, race: Race = APPEND, spark: str = "", client: str = "") -> Met:
    return Met(race, spark, client, not client, {"reader": found})


def test_a_race_is_ok_if_every_row_is_there_once() -> None:
    assert verdict(met([*rows(4), OWN])) == ("OK", "")
    assert verdict(met([*rows(), OWN], spark="conflict")) == ("OK", "")
    assert verdict(met(rows(4), client="conflict")) == ("BLOCKED", "conflict")


@pytest.mark.parametrize(
    ("found", "what"),
    [
        ("no such file", "cannot read it afterwards: no such file"),
        ([*rows(4, 5), OWN], "then lacks 1 row of others"),
        ([*rows(4, 5, 6), OWN], "then lacks 2 rows of others"),
        ([*rows(), OWN], "has rows that were deleted, or twice"),
        ([*rows(4), BASE[3], OWN], "has rows that were deleted, or twice"),
        ([*rows(4), BASE[5], OWN], "has rows that were deleted, or twice"),
    ],
)
def test_lost_restored_or_doubled_rows_of_others_are_harm(found: Found, what: str) -> None:
    name, why = verdict(met(found))
    assert name == "HARMS_OTHERS"
    assert what in why


NAMELESS: Row = {"id": None, "name": None, "amount": None}


@pytest.mark.parametrize("found", [rows(4), [*rows(4), OWN, OWN], [*rows(4), NAMELESS]])
def test_lost_or_doubled_rows_of_its_own_are_wrong(found: list[Row]) -> None:
    assert verdict(met(found))[0] == "SILENTLY_WRONG"


def test_a_client_that_reports_success_without_a_commit_is_wrong() -> None:
    assert verdict(Met(APPEND, "", "", False, {"reader": rows(4)}))[0] == "SILENTLY_WRONG"


def test_a_row_that_it_should_have_deleted_or_changed_is_wrong_and_no_harm() -> None:
    delete = Race(VECTORS, "delete", "inserts", within=True)
    after = [*rows(), *SPARK["inserts"].changed]
    assert verdict(met(after, delete))[0] == "SILENTLY_WRONG"
    assert verdict(met([row for row in after if row["id"] != 2], delete)) == ("OK", "")


def test_the_worst_reader_counts() -> None:
    both: dict[str, Found] = {"one": [*rows(4), OWN], "other": rows(4, 5)}
    name, why = verdict(Met(APPEND, "", "", True, both))
    assert name == "HARMS_OTHERS"
    assert "other then lacks" in why


def test_every_writer_meets_every_statement_of_spark_on_every_table_in_both_orders() -> None:
    found = list(races(["append"]))
    assert {(r.table.name, r.turn) for r in found} == {(t.name, s) for t in TABLES for s in SPARK}
    assert {r.turn for r in found if r.within} == SPARK.keys() - {"optimizes"}
    assert len(found) >= 12
    assert {act for name in SPARK for act in SPARK[name].deleted} & set(BASE) == {4}


def test_the_example_of_several_races_is_the_one_on_the_plainest_table() -> None:
    def cell(table: str, error: str) -> RaceCell:
        place = ("trino", "476", "connector", "append", table, "deletes", False)
        return RaceCell(*place, "HARMS_OTHERS", error, "2026-11-01")

    (case,) = cases([cell(TABLES[2].name, "turned off"), cell(TABLES[1].name, "on")])
    assert case["condition"] == "on, and so in 1 more race"


def test_a_version_after_a_release_comes_right_after_it() -> None:
    versions = ["472", "main", "after 471, commit 4695f889", "471.1", "471"]
    assert sorted(versions, key=order) == [
        "main",
        "471",
        "after 471, commit 4695f889",
        "471.1",
        "472",
    ]
