"""An audit with a baseline shows what is new, and what got worse."""

from dataclasses import replace

import pytest
from hypothesis import given

from deltaward import Answer, Report
from reports import BLOCKED, LOST, ORDERS, TRINO, UNKNOWN, WRONG, of, orders, reports


def _new(report: Report, earlier: Report) -> list[str]:
    return [finding.kind for finding in report.since(earlier).findings()]


@given(reports)
def test_nothing_is_new_since_the_same_audit_also_where_it_was_kept(report: Report) -> None:
    assert _new(report, report) == []
    assert _new(report, Report.from_json(report.to_json())) == []


@given(reports)
def test_everything_is_new_since_an_audit_without_findings(report: Report) -> None:
    assert list(report.since(of()).findings()) == list(report.findings())


@pytest.mark.parametrize(
    ("before", "now", "new"),
    [
        (TRINO, BLOCKED, ["read"]),
        (UNKNOWN, BLOCKED, ["read"]),
        (BLOCKED, replace(BLOCKED, readVerdict="SILENTLY_WRONG"), ["wrong"]),
        (
            replace(BLOCKED, writeVerdict="SILENTLY_WRONG"),
            replace(BLOCKED, writeVerdict="HARMS_OTHERS"),
            ["wrong"],
        ),
        (BLOCKED, BLOCKED, []),
        (replace(BLOCKED, readVerdict="SILENTLY_WRONG"), BLOCKED, []),
        (BLOCKED, replace(BLOCKED, writeVerdict="BLOCKED"), ["write"]),
        (BLOCKED, replace(BLOCKED, accessPath="other"), ["read"]),
        (BLOCKED, replace(BLOCKED, client="other"), ["read"]),
        (BLOCKED, replace(BLOCKED, clientVersion="999", reason="in other words"), []),
        (BLOCKED, replace(BLOCKED, readVerdict="UNHEARD_OF"), ["read"]),
    ],
)
def test_what_is_new_or_got_worse_is_shown(before: Answer, now: Answer, new: list[str]) -> None:
    assert _new(orders(now), orders(before)) == new


def test_the_worst_of_the_versions_of_a_client_is_the_baseline() -> None:
    several = orders(replace(BLOCKED, clientVersion="400"), TRINO)
    assert _new(orders(BLOCKED), several) == []


def test_a_table_is_known_by_its_name_and_without_one_by_its_location() -> None:
    moved = of(replace(ORDERS, location="s3://new/orders", answers=(BLOCKED,)))
    assert _new(moved, orders(BLOCKED)) == []
    unnamed = replace(ORDERS, tableName=None, answers=(BLOCKED,))
    assert _new(of(replace(unnamed, location="s3://new")), of(unnamed)) == ["read"]
    assert _new(of(replace(unnamed, version=8)), of(unnamed)) == []


def test_a_table_that_was_not_read_is_known_by_its_condition_not_by_its_message() -> None:
    assert _new(of(replace(LOST, problem="host 10.0.0.8 did not answer")), of(LOST)) == []
    assert _new(of(replace(LOST, errorCondition="OTHER")), of(LOST)) == ["unreadable"]
    untold = replace(LOST, errorCondition=None)
    assert _new(of(replace(untold, problem="another")), of(untold)) == ["unreadable"]


def test_a_violation_is_known_by_its_text() -> None:
    two = of(replace(ORDERS, policyViolations=("a", "b")))
    assert _new(two, of(replace(ORDERS, policyViolations=("a",)))) == ["policy"]


def test_a_report_with_a_baseline_writes_everything_and_can_be_the_next_baseline() -> None:
    both = orders(BLOCKED, WRONG)
    written = Report.from_json(both.since(orders(BLOCKED)).to_json())
    assert written == both
    assert _new(both, written) == []
