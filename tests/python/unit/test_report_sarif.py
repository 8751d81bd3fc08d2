"""A report as SARIF, checked with the schema of the standard."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from deltaward import Report
from deltaward._report.formats.sarif import uri
from reports import BLOCKED, HOSTILE, LOST, ORDERS, TRINO, WRONG, of, orders, reports

SCHEMA = Path(__file__).parents[1] / "schemas" / "sarif-schema-2.1.0.json"
VALID = Draft7Validator(
    json.loads(SCHEMA.read_text()), format_checker=Draft7Validator.FORMAT_CHECKER
)


def _results(report: Report) -> list[dict[str, Any]]:
    (run,) = json.loads(report.to_sarif())["runs"]
    found: list[dict[str, Any]] = run["results"]
    return found


@given(reports)
@settings(max_examples=30)  # the schema is large
def test_every_report_keeps_to_the_standard(report: Report) -> None:
    VALID.validate(json.loads(report.to_sarif()))


def test_the_schema_of_the_standard_rejects_a_wrong_level() -> None:
    document = json.loads(orders(BLOCKED).to_sarif())
    document["runs"][0]["results"][0]["level"] = "fatal"
    assert not VALID.is_valid(document)


def test_a_table_has_one_result_for_each_kind_and_its_rule_says_which() -> None:
    many = [replace(BLOCKED, client=f"c{n}") for n in range(20)]
    wrong, read = _results(orders(TRINO, *many, WRONG))
    assert (wrong["ruleId"], wrong["level"]) == ("deltaward/wrong", "error")
    assert (read["ruleId"], read["level"]) == ("deltaward/read", "warning")
    assert read["message"]["text"].startswith(f"{ORDERS.tableName}: BLOCKED for c0[connector]=476,")
    assert len(read["properties"]["clients"]["BLOCKED"]) == 20
    (run,) = json.loads(orders(BLOCKED).to_sarif())["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in (*run["results"], wrong):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_table_that_was_not_read_is_an_error() -> None:
    (lost,) = _results(of(LOST))
    assert (lost["ruleId"], lost["level"]) == ("deltaward/unreadable", "error")


def test_a_result_is_where_the_table_is_and_has_its_name() -> None:
    (result,) = _results(of(replace(ORDERS, location="s3://lake/new orders", answers=(BLOCKED,))))
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "s3://lake/new%20orders"
    assert location["physicalLocation"]["region"] == {"startLine": 1}
    assert location["logicalLocations"][0]["fullyQualifiedName"] == ORDERS.tableName


@pytest.mark.parametrize(
    ("location", "written"),
    [
        ("file:/lake/100% new", "file:///lake/100%25%20new"),
        ("abfss://raw@account.dfs.core.windows.net/a#b?c", None),
        ("hdfs://name:8020/täble/🦉", None),
        ("/lake/it's", "/lake/it%27s"),
        ("s3://bucket", "s3://bucket"),
    ],
)
def test_a_location_is_encoded(location: str, written: str | None) -> None:
    encoded = uri(location)
    assert written in (None, encoded)
    assert encoded.isascii()
    parts = urlsplit(encoded)
    assert not parts.query
    assert not parts.fragment
    assert unquote(encoded).replace("file:///", "file:/") == location


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_path_comes_back_as_it_was(path: str) -> None:
    encoded = uri(f"s3://lake/{path}")
    assert encoded.isascii()
    assert unquote(encoded.removeprefix("s3://lake/")) == path


def _fingerprints(report: Report) -> list[str]:
    found = _results(report)
    for result in found:
        first, second = result["partialFingerprints"].values()
        assert first == second
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in found]


def test_a_fingerprint_stays_until_the_finding_changes() -> None:
    before = _fingerprints(orders(BLOCKED))
    later = replace(BLOCKED, clientVersion="999", reason="in other words")
    assert _fingerprints(of(replace(ORDERS, version=8, answers=(later,)))) == before
    another = replace(BLOCKED, client="other")
    assert _fingerprints(orders(BLOCKED, another)) != before
    assert _fingerprints(orders(another, BLOCKED)) == _fingerprints(orders(BLOCKED, another))
    named = of(replace(ORDERS, tableName="a.b", answers=(BLOCKED,)))
    assert _fingerprints(named) != before


def test_a_message_has_no_link_no_placeholder_and_no_unprintable_character() -> None:
    table = replace(ORDERS, tableName=HOSTILE, policyViolations=("p",), answers=())
    (result,) = _results(of(table))
    text = result["message"]["text"]
    assert text.isprintable()
    assert "[l\\](http://e)" in text
    assert "{{0}}" in text
