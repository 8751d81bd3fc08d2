"""How observations become the registry."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from lab import features
from lab.cells import Column, LabTable, Observation, State
from lab.check import Agreement, compare
from lab.fleet import CLIENTS, fleet, newest
from lab.infer import JSON, support
from lab.merge import Seen, client
from lab.protocols import READ, WRITE
from lab.races.cells import RaceCell
from lab.rules import ByState, conditions, worse
from lab.setup import ClientSetup
from lab.versions import order

ROOT = Path(__file__).parents[3]
DAY = "2026-11-01"


def table(
    name: str,
    feature: str,
    state: State,
    protocol: tuple[int, int] = (3, 7),
    readers: tuple[str, ...] = (),
) -> LabTable:
    columns = (Column("id", "bigint"),)
    return LabTable(name, feature, state, protocol, readers, readers, (), columns)


def cell(of: LabTable, verdict: str, error: str = "", version: str = "1.0") -> Observation:
    return Observation(
        "c", version, "p", of.name, of.feature, of.state, "read", verdict, error, DAY
    )


PLAIN = table("plain", "basic", "used", (1, 2))
LISTED = table("dv", "deletionVectors", "supported", readers=("deletionVectors",))
USED = table("dv-used", "deletionVectors", "used", readers=("deletionVectors",))
MAPPED = table("cm", "columnMapping", "supported", (2, 5))
RENAMED = table("cm-used", "columnMapping", "used", (2, 5))
MAPPED_BY_NAME = table("cm-listed", "columnMapping", "supported", readers=("columnMapping",))
MIXED = replace(table("mixed", "columnMapping", "supported", (2, 7)), listed=("columnMapping",))
UNKNOWN = table(
    "x",
    "exampleReaderFeature",
    "supported",
    readers=("exampleReaderFeature",),
)
ALL = {t.name: t for t in (PLAIN, LISTED, USED, MAPPED, RENAMED, MAPPED_BY_NAME, MIXED, UNKNOWN)}


def read_support(*cells: Observation, known: Iterable[str] = ()) -> JSON:
    return support(cells, ALL, READ, set(known))


def test_a_feature_that_works_in_every_state_is_fully_supported() -> None:
    found = read_support(cell(LISTED, "OK"), cell(USED, "OK"), cell(UNKNOWN, "BLOCKED", "no"))
    assert found["features"] == ["deletionVectors"]
    assert found["otherFeatures"] == "refused"


def test_a_feature_that_fails_only_where_it_is_used_gets_a_condition_with_the_message() -> None:
    found = read_support(cell(LISTED, "OK"), cell(USED, "BLOCKED", "no vectors"))
    assert found["features"] == []
    assert found["conditions"]["deletionVectors"] == [
        {"condition": "no vectors", "failsWhen": "used", "verdict": "BLOCKED"}
    ]


def test_a_refused_feature_keeps_how_the_client_fails() -> None:
    found = read_support(cell(PLAIN, "OK"), cell(LISTED, "BLOCKED", "E: dv"), cell(USED, "OK"))
    assert "deletionVectors" not in found["features"]
    assert found["failures"]["deletionVectors"] == "E: dv"


def test_a_version_that_never_works_is_not_accepted_and_keeps_its_message() -> None:
    found = read_support(cell(PLAIN, "OK"), cell(MAPPED, "BLOCKED", "E: v2"))
    assert found["versions"] == [1]
    assert found["failures"] == {"minReaderVersion 2": "E: v2"}


def test_a_legacy_version_may_be_silently_wrong_where_the_name_is_refused() -> None:
    found = read_support(
        cell(MAPPED, "OK"),
        cell(RENAMED, "SILENTLY_WRONG", "null in every row of title"),
        cell(MAPPED_BY_NAME, "BLOCKED", "E: mapping"),
        cell(LISTED, "OK"),
    )
    assert found["legacyFeatures"] == ["columnMapping"]
    assert found["conditions"]["columnMapping"] == [
        {
            "condition": "some columns are null in every row",
            "failsWhen": "used",
            "verdict": "SILENTLY_WRONG",
            "legacyVersionsOnly": True,
        }
    ]
    assert found["failures"]["columnMapping"] == "E: mapping"


def test_a_reader_that_refuses_version_2_beside_a_list_is_told_apart() -> None:
    found = read_support(cell(MAPPED, "OK"), cell(MIXED, "BLOCKED", "E: invalid"))
    assert found["refusesMixedProtocol"] is True
    assert found["versions"] == [2]
    assert found["failures"] == {"(2, 7)": "E: invalid"}


def test_a_feature_that_was_not_tried_is_uncertain_and_never_supported() -> None:
    found = read_support(cell(PLAIN, "OK"), known={"geospatial"})
    assert found["uncertain"] == ["geospatial"]


def test_a_client_that_opens_an_unknown_feature_ignores_the_protocol() -> None:
    found = read_support(cell(UNKNOWN, "OK"))
    assert found["otherFeatures"] == "ignored"
    assert found["versions"] is None


def test_a_state_above_those_that_were_tried_is_unknown() -> None:
    rule = ByState({"supported": ("OK", "")})
    assert conditions("geospatial", rule, False, None)[0]["verdict"] == "UNKNOWN"
    assert conditions("geospatial", rule, True, None) == []


def test_a_feature_that_fails_when_enabled_and_when_used_gets_both_conditions() -> None:
    rule = ByState({"supported": ("OK", ""), "enabled": ("BLOCKED", "e"), "used": ("BLOCKED", "u")})
    found = conditions("deletionVectors", rule, True, None)
    assert [c["failsWhen"] for c in found] == ["enabled", "used"]


def test_the_worse_verdict_prevails() -> None:
    assert worse("OK", "UNKNOWN") == "UNKNOWN"
    assert worse("SILENTLY_WRONG", "UNKNOWN") == "SILENTLY_WRONG"
    assert worse("SILENTLY_WRONG", "BLOCKED") == "BLOCKED"


def setup_of(version: str) -> ClientSetup:
    return ClientSetup("c", version, "d.py", (), {"p": ("read",)}, read_only=("p",))


def sourced(version: str, features: list[str]) -> JSON:
    side: JSON = {"versions": [1], "features": features, "otherFeatures": "refused"}
    return {
        "version": version,
        "accessPath": "p",
        "read": side,
        "write": side,
        "evidence": "source",
        "verifiedAt": DAY,
        "sources": ["a source"],
    }


def merged(
    facts: list[JSON], cells: list[Observation], races: list[RaceCell] | None = None
) -> list[JSON]:
    setups = [setup_of(version) for version in sorted({c.version for c in cells})]
    releases: list[JSON] = client(
        {"id": "c", "releases": facts}, setups, Seen(cells, races or []), ALL, set()
    )["releases"]
    return releases


def test_an_observed_version_takes_the_place_of_the_sourced_one() -> None:
    (only,) = merged([sourced("1.0", ["columnMapping"])], [cell(PLAIN, "OK")])
    assert only["evidence"] == "observed"
    assert only["read"]["features"] == []


def beside(table: str, verdict: str, error: str = "lacks rows") -> RaceCell:
    return RaceCell("c", "1.0", "p", "append", table, "deletes", True, verdict, error, DAY)


def test_harm_in_a_race_is_a_case_of_writing_to_every_such_table() -> None:
    vectors = replace(USED, facts=("deletionVectors", "deletionVectors:used"))
    writes = [replace(cell(t, "OK"), operation="append") for t in (PLAIN, USED)]
    harm = beside("a table with deletion vectors", "HARMS_OTHERS")
    fine = beside("a plain table", "BLOCKED", "conflict")
    (only,) = merged([], writes, [harm, fine])
    assert only["write"]["cases"] == [
        {"when": ["deletionVectors:used"], "verdict": "HARMS_OTHERS", "condition": "lacks rows"}
    ]
    assert "cases" not in only["read"]
    tables = {PLAIN.name: PLAIN, USED.name: vectors}
    predicted = {
        (PLAIN.name, "c", "1.0", "p"): ("OK", "OK", ""),
        (USED.name, "c", "1.0", "p"): ("OK", "HARMS_OTHERS", ""),
    }
    assert not compare(writes, predicted, tables, [harm, fine]).disagreeing
    assert len(compare(writes, predicted, tables, []).disagreeing) == 1


def test_the_reason_tells_of_a_cleanup_that_does_harm() -> None:
    harm = replace(cell(USED, "HARMS_OTHERS"), operation="cleanup", error="deletes checkpoints")
    key = (USED.name, "c", "1.0", "p")
    told = {key: ("OK", "BLOCKED", "c 1.0: not supported; deletes checkpoints.")}
    silent = {key: ("OK", "BLOCKED", "c 1.0: not supported.")}
    tables = {USED.name: USED}
    assert not compare([harm], told, tables, []).disagreeing
    assert compare([harm], silent, tables, []).disagreeing == ((harm, "BLOCKED"),)


def test_harm_on_a_plain_table_is_a_case_of_every_table() -> None:
    writes = [replace(cell(PLAIN, "OK"), operation="append")]
    met = [beside("a plain table", "HARMS_OTHERS"), beside("a plain table", "HARMS_OTHERS", "z")]
    (only,) = merged([], writes, [*met, beside("a table with column mapping", "HARMS_OTHERS")])
    (case,) = only["write"]["cases"]
    assert (case["when"], case["condition"]) == ([], "lacks rows, and so in 1 more race")


def test_wrong_writes_on_a_table_of_one_shape_are_a_case_of_that_shape() -> None:
    chars = replace(PLAIN, name="char", way="column:char")
    writes = [
        replace(cell(of, verdict, error), operation="append")
        for of, verdict, error in ((PLAIN, "OK", ""), (chars, "SILENTLY_WRONG", "too long"))
    ]
    setups = [setup_of("1.0")]
    tables = {**ALL, "char": chars}
    found = client({"id": "c", "releases": []}, setups, Seen(writes, []), tables, set())
    (only,) = found["releases"]
    assert only["write"]["cases"] == [
        {"when": ["column:char"], "verdict": "SILENTLY_WRONG", "condition": "too long"}
    ]


def test_only_a_sourced_version_between_two_that_agree_is_dropped() -> None:
    cells = [cell(PLAIN, "OK"), cell(PLAIN, "OK", version="1.4")]
    facts = [sourced(v, []) for v in ("0.9", "1.2", "2.0")]
    assert [r["version"] for r in merged(facts, cells)] == ["0.9", "1.0", "1.4", "2.0"]


def test_a_sourced_version_between_two_that_differ_stays() -> None:
    cells = [cell(LISTED, "OK"), cell(LISTED, "BLOCKED", "no", version="1.4")]
    facts = [sourced("1.2", [])]
    assert [r["version"] for r in merged(facts, cells)] == ["1.0", "1.2", "1.4"]


def test_a_sourced_range_around_an_observed_version_leaves_its_ends() -> None:
    facts = [sourced("0.9 - 1.4", ["columnMapping"])]
    assert [r["version"] for r in merged(facts, [cell(PLAIN, "OK")])] == ["0.9", "1.0", "1.4"]


def test_two_versions_with_different_words_agree() -> None:
    cells = [
        cell(PLAIN, "OK"),
        cell(LISTED, "BLOCKED", "one"),
        cell(PLAIN, "OK", version="1.4"),
        cell(LISTED, "BLOCKED", "other", version="1.4"),
    ]
    assert [r["version"] for r in merged([sourced("1.2", [])], cells)] == ["1.0", "1.4"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [("0.9", "0.10"), ("main", "0.1"), ("9.1 LTS", "10.4 LTS"), ("1.4", "1.4.2")],
)
def test_versions_sort_by_their_numbers(older: str, newer: str) -> None:
    assert order(older) < order(newer)


def test_a_wrong_ok_is_counted_separately() -> None:
    cells = [cell(PLAIN, "OK"), cell(LISTED, "BLOCKED", "no"), cell(USED, "OK")]
    predicted = {
        ("plain", "c", "1.0", "p"): ("OK", "OK", ""),
        ("dv", "c", "1.0", "p"): ("OK", "OK", ""),
    }
    found = compare(cells, predicted, ALL, [])
    assert isinstance(found, Agreement)
    assert [predicted for _, predicted in found.wrong] == ["OK"]
    assert str(found) == "3 cells, 1 agree, 1 unknown, 1 false OK"


def test_writers_are_asked_for_every_listed_feature_and_readers_for_theirs() -> None:
    both = replace(table("b", "rowTracking", "used", (1, 7)), listed=("rowTracking",))
    assert READ.required(both) == []
    assert WRITE.required(both) == ["rowTracking"]
    assert WRITE.required(MAPPED)[-1] == "columnMapping"


def test_the_names_of_features_are_those_of_the_product() -> None:
    names = features.known(ROOT)
    assert {"appendOnly", "typeWidening", "variantShredding-preview", "redirectWriterOnly"} <= names


def test_every_observation_is_of_a_table_of_the_catalogue() -> None:
    names = {t["name"] for t in json.loads((ROOT / "registry/tables.json").read_text())}
    for path in (ROOT / "registry/observations").glob("*.json"):
        assert {c["table"] for c in json.loads(path.read_text())} <= names, path.name


def test_a_version_that_was_observed_once_stays_in_the_fleet(tmp_path: Path) -> None:
    for name in ("duckdb-1.6.0", "delta-spark-4.5.0", "duckdb-1.5.5"):
        (tmp_path / f"{name}.json").write_text("[]")
    known = {setup.name: setup for setup in fleet(tmp_path)}
    assert set(known) - {setup.name for setup in CLIENTS} == {"duckdb-1.6.0", "delta-spark-4.5.0"}
    assert known["duckdb-1.6.0"].packages[:2] == ("duckdb==1.6.0", "duckdb-extension-delta==1.6.0")
    assert known["delta-spark-4.5.0"].maven == ("io.delta:delta-spark_4.2_2.13:4.5.0",)
    assert not known["duckdb-1.6.0"].quick
    assert newest("duckdb").version == "1.5.5"
    with pytest.raises(KeyError, match="the lab runs chdb, daft"):
        newest("access")
