"""A report as JSON: it loses nothing and has the published form, and bad ones are refused."""

import json
from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from deltaward import Answer, AuditedTable, Report
from reports import BLOCKED, LOST, ORDERS, TRINO, of, orders, reports

SCHEMA = json.loads((resources.files("deltaward") / "schemas/audit-1.schema.json").read_text())
VALID = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


@given(reports)
def test_nothing_is_lost(report: Report) -> None:
    assert Report.from_json(report.to_json()) == report
    assert Report.from_json(report.to_json().encode()).to_json() == report.to_json()


@given(reports)
def test_every_report_has_the_published_form(report: Report) -> None:
    VALID.validate(json.loads(report.to_json()))


def test_the_published_form_is_a_schema_and_names_every_field_and_what_it_must_have() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for name, of_class in (("table", AuditedTable), ("answer", Answer)):
        described = SCHEMA["$defs"][name]
        names = [field.name for field in fields(of_class)]
        assert list(described["properties"]) == described["required"] == names
    document = json.loads(orders(BLOCKED).to_json())
    del document["tables"][0]["version"]
    assert not VALID.is_valid(document)


def test_answers_that_tables_share_are_written_and_kept_once() -> None:
    shared = (TRINO, BLOCKED)
    report = of(*(replace(ORDERS, location=f"/lake/{n}", answers=shared) for n in range(50)))
    assert len(json.loads(report.to_json())["answers"]) == 1
    back = Report.from_json(report.to_json())
    assert len({id(table.answers) for table in back.tables}) == 1
    assert back.verdicts("read") == report.verdicts("read")


def test_the_key_of_answers_follows_from_them_and_from_nothing_else() -> None:
    alone = json.loads(orders(BLOCKED).to_json())["answers"]
    among = json.loads(of(LOST, replace(ORDERS, answers=(BLOCKED,))).to_json())["answers"]
    assert alone.keys() < among.keys()


def test_findings_lead_to_the_table_and_to_the_clients_that_they_are_about() -> None:
    report = of(LOST, replace(ORDERS, answers=(TRINO, BLOCKED), policyViolations=("no owner",)))
    document = json.loads(report.to_json())
    lost, policy, read = document["findings"]
    assert (lost["kind"], lost["messages"]) == ("unreadable", [LOST.problem])
    assert (policy["kind"], policy["messages"]) == ("policy", ["no owner"])
    table = document["tables"][read["table"]]
    (place,) = read["answers"]
    assert table["tableName"] == ORDERS.tableName
    assert document["answers"][table["answers"]][place]["readVerdict"] == "BLOCKED"


def test_a_time_has_a_zone_whatever_zone_it_was_in() -> None:
    moment = datetime(2026, 11, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    (table,) = json.loads(of(replace(ORDERS, lastModified=moment)).to_json())["tables"]
    assert table["lastModified"] == "2026-11-01T10:00:00+00:00"


def test_a_change_of_a_table_is_a_change_of_a_line() -> None:
    before = of(ORDERS, LOST).to_json().splitlines()
    after = of(replace(ORDERS, version=8), LOST).to_json().splitlines()
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1


def _without(document: dict[str, Any], *path: Any) -> None:
    for step in path[:-1]:
        document = document[step]
    del document[path[-1]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("\ufeff{}", "is not JSON"),
        ("[]", "not a report of --format json"),
        ('{"schema": 1}', "not a report of --format json"),
        ('{"version": "2.1.0", "runs": []}', "not a report of --format json"),
        ('{"schema": "deltaward-audit/2"}', "has the format deltaward-audit/2, and this deltaward"),
        ('{"schema": "deltaward-audit/1"}', "tables: "),
    ],
)
def test_what_is_no_report_is_refused_on_one_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        Report.from_json(text)
    assert "\n" not in str(refused.value)


def test_what_is_damaged_is_refused_with_its_place() -> None:
    document = json.loads(orders(BLOCKED).to_json())
    document["tables"][0]["version"] = "7"
    with pytest.raises(ValueError, match=r"tables\.0\.version: .*integer"):
        Report.from_json(json.dumps(document))
    document["tables"][0] |= {"version": 7, "answers": "0000"}
    with pytest.raises(ValueError, match="it has no answers '0000'"):
        Report.from_json(json.dumps(document))
    _without(document, "tables", 0, "location")
    with pytest.raises(ValueError, match=r"tables\.0\.location"):
        Report.from_json(json.dumps(document))


def test_fields_that_a_newer_deltaward_added_are_passed_over() -> None:
    document = json.loads(orders(BLOCKED).to_json())
    document["tables"][0]["owner"] = document["since"] = "later"
    assert Report.from_json(json.dumps(document)) == orders(BLOCKED)
