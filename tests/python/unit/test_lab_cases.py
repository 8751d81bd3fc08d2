"""Tests what the lab learns from tables about several things, and how it measures that."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

from lab.cases import Tried, cases, untried, with_cases
from lab.cells import LabTable, Observation
from lab.check import Agreement
from lab.foretold import reading
from lab.split import Foresight, is_kept
from lab.tables.pairs import FACTORS, PAIRS, array, can_be

MAPPED = ("columnMapping", "columnMapping:byNewName", "columnMapping:enabled")


def tried(observed: str, *facts: str, foretold: str = "OK", why: str = "") -> Tried:
    return Tried(frozenset(facts), foretold, observed, why)


def learnt(*tables: Tried) -> list[tuple[list[str], str]]:
    return [(case["when"], case["verdict"]) for case in cases(tables) if case["when"]]


def test_a_case_is_the_shortest_set_of_facts_that_no_table_which_is_read_has() -> None:
    found = cases(
        [
            tried("OK", *MAPPED, "column:string"),
            tried("OK", "partitioned", "partition:int"),
            tried("SILENTLY_WRONG", *MAPPED, "partitioned", "partition:int", why="p is null"),
            tried("SILENTLY_WRONG", *MAPPED, "partitioned", "partition:date", why="p is null"),
        ]
    )
    assert {"columnMapping", "partitioned"} == set(found[0]["when"])
    assert found[0]["verdict"] == "SILENTLY_WRONG"
    assert found[0]["condition"] == "p is null"


def test_a_failure_that_single_features_predict_is_no_case() -> None:
    assert not learnt(tried("BLOCKED", "a", foretold="BLOCKED"), tried("OK", "b"))


def test_each_of_two_causes_has_a_case_of_its_own() -> None:
    found = learnt(
        tried("BLOCKED", "column:variant", "x"),
        tried("BLOCKED", "partition:decimal", "y"),
        tried("OK", "x"),
        tried("OK", "y"),
    )
    assert (["column:variant"], "BLOCKED") in found
    assert (["partition:decimal"], "BLOCKED") in found


def test_a_type_explains_a_failure_before_a_sign_does() -> None:
    found = learnt(tried("BLOCKED", "encodedPaths", "partition:binary"), tried("OK", "column:long"))
    assert found[0] == (["partition:binary"], "BLOCKED")


def test_different_verdicts_on_equal_facts_are_unknown() -> None:
    found = learnt(tried("BLOCKED", "column:array"), tried("OK", "column:array"))
    assert found == [(["column:array"], "UNKNOWN")]


def test_a_refusal_does_not_refute_a_case_of_wrong_rows() -> None:
    found = learnt(
        tried("SILENTLY_WRONG", "column:array"),
        tried("BLOCKED", "column:array", "v2Checkpoint", foretold="BLOCKED"),
    )
    assert found == [(["column:array"], "SILENTLY_WRONG")]


def test_of_two_equal_explanations_the_reader_feature_is_the_cause() -> None:
    both = ("checkConstraints", "columnMapping:byNewName", "column:struct")
    tables = [
        tried("BLOCKED", *both),
        tried("OK", "checkConstraints", "column:string"),
        tried("OK", "columnMapping:byNewName", "column:string"),
        tried("OK", "column:struct"),
    ]
    (first, *_) = cases(tables, {"columnMapping"})
    assert first["when"] == ["column:struct", "columnMapping:byNewName"]


def test_untried_pairs_leave_out_pairs_that_cannot_be() -> None:
    apart = [
        tried("OK", "partitioned", "partition:date", "column:string"),
        tried("OK", "column:variant", "column:string", "array:date"),
        tried("OK", "deletionVectors", "deletionVectors:used", "column:string"),
    ]
    found = set(untried(apart, (), {"deletionVectors"}))
    assert ("column:variant", "partition:date") in found
    assert ("column:variant", "deletionVectors:used") in found
    assert not any("deletionVectors" in pair for pair in found)
    assert not any(set(pair) == {"column:variant", "array:date"} for pair in found)
    assert not any("partitioned" in pair for pair in found)


def test_a_pair_that_only_failing_tables_have_is_untried() -> None:
    tables = [
        tried("OK", "columnMapping:byId", "column:string"),
        tried("OK", "partitioned", "partition:date", "column:string"),
        tried("SILENTLY_WRONG", "columnMapping:byId", "partitioned", "partition:date"),
    ]
    assert ("columnMapping:byId", "partition:date") in set(untried(tables, (), {"columnMapping"}))


def test_many_types_stand_for_others_but_for_variants() -> None:
    types = ("string", "date", "binary", "integer", "double", "float")
    tables = [tried("OK", "columnMapping:byId", f"column:{of}") for of in types]
    tables += [tried("OK", "column:long"), tried("OK", "column:array", "array:variant")]
    tables += [tried("OK", "rowTracking:used", "column:string")]
    found = set(untried(tables, (), {"columnMapping"}))
    assert not any("column:long" in pair for pair in found)
    assert ("array:variant", "columnMapping:byId") in found
    # Readers do not read row tracking.
    assert not any("rowTracking:used" in pair for pair in found)


def test_a_fact_that_no_table_is_read_right_with_is_doubtful_if_failures_differ() -> None:
    tables = [
        tried("BLOCKED", "array:variant", "column:array", f"partition:{of}")
        for of in ("date", "long", "string")
    ]
    wrong = tried("SILENTLY_WRONG", "array:variant", "column:array")
    fine = tried("OK", "column:array", "partition:date", "partition:long", "partition:string")
    found = learnt(*tables, wrong, fine)
    assert (["array:variant"], "UNKNOWN") in found
    assert (["column:array"], "UNKNOWN") not in found


LEGACY_ONLY = {"legacyVersionsOnly": True}


def lab_table(name: str, *facts: str, several: bool = True) -> LabTable:
    feature = "several" if several else "columnMapping"
    levels = {"mapping": "name"} if several else {}
    names = tuple(sorted({fact.split(":")[0] for fact in facts if "columnMapping" in fact}))
    return LabTable(name, feature, "used", (3, 7), names, names, (), (), levels=levels, facts=facts)


def test_a_condition_that_a_table_refutes_becomes_a_case_of_fewer() -> None:
    tables = [
        lab_table("a", *MAPPED, "columnMapping:used", "column:string", several=False),
        lab_table("b", *MAPPED, "columnMapping:used", "column:int"),
    ]
    cells = [
        Observation("c", "1", "p", t.name, t.feature, t.state, "read", verdict, "", "2026-11-01")
        for t, verdict in zip(tables, ("BLOCKED", "OK"), strict=True)
    ]
    condition = {"condition": "no", "failsWhen": "used", "verdict": "BLOCKED"}
    side = {
        "versions": [3],
        "features": [],
        "conditions": {"columnMapping": [condition]},
        "otherFeatures": "refused",
    }
    found = with_cases(side, cells, {t.name: t for t in tables})
    assert [reading(found, table) for table in tables] == ["BLOCKED", "OK"]
    assert found["features"] == ["columnMapping"]
    assert "conditions" not in found
    alone = {"a": tables[0]}
    assert with_cases(side, cells[:1], alone) == side
    of_versions = {**side, "conditions": {"columnMapping": [{**condition, **LEGACY_ONLY}]}}
    assert with_cases(of_versions, cells, {t.name: t for t in tables})["features"] == []


def test_what_neither_protocol_nor_schema_tells_is_not_learnt_from() -> None:
    plain = lab_table("a", "column:string")
    cloned = replace(plain, name="b", levels={"life": "cloned", "untold": "files elsewhere"})
    cells = [
        Observation("c", "1", "p", t.name, t.feature, t.state, "read", verdict, "", "2026-11-01")
        for t, verdict in ((plain, "OK"), (cloned, "BLOCKED"))
    ]
    side = {"versions": [3], "features": [], "otherFeatures": "refused"}
    assert with_cases(side, cells, {"a": plain, "b": cloned}) == side
    assert "cases" in with_cases(side, cells, {"a": plain, "b": replace(cloned, levels={"l": "1"})})


def test_every_possible_pair_of_levels_is_in_some_table() -> None:
    rows = array()
    assert rows == array()
    assert all(can_be(row) for row in rows)
    assert len({recipe.name for recipe in PAIRS}) == len(rows) >= 300
    for one, other in combinations(FACTORS, 2):
        for first, second in product(FACTORS[one], FACTORS[other]):
            pair = {one: first, other: second}
            assert not can_be(pair) or any(pair.items() <= row.items() for row in rows), pair


def test_one_table_in_three_is_held_out_of_the_registry() -> None:
    tables = [replace(lab_table(recipe.name), levels=recipe.levels) for recipe in PAIRS]
    share = sum(is_kept(table) for table in tables) / len(tables)
    assert 0.25 < share < 0.42
    assert not is_kept(lab_table("columnMapping-used", several=False))


def test_unknown_and_wrong_verdicts_are_counted_separately() -> None:
    cell = Observation("c", "1", "p", "t", "several", "used", "read", "BLOCKED", "", "2026-11-01")
    found = Foresight.of(Agreement(200, ((cell, "UNKNOWN"), (cell, "OK"), (cell, "BLOCKED"))))
    assert (found.unknown, found.false_ok, len(found.wrong)) == (1, 1, 2)
    assert found.right == 197 / 199
    assert not found.is_good
    assert Foresight.of(Agreement(1000, ((cell, "UNKNOWN"),) * 100)).is_good
    assert not Foresight.of(Agreement(1000, ((cell, "UNKNOWN"),) * 101)).is_good
    assert not Foresight.of(Agreement(999, ())).is_good
