"""Tests which verdicts are findings, and the summary of a report."""

from dataclasses import replace

import pytest

from deltaward import Answer
from deltaward._report.findings import summary
from reports import BLOCKED, LOST, ORDERS, TRINO, UNKNOWN, WRONG, of, orders


@pytest.mark.parametrize("answer", [TRINO, UNKNOWN, replace(TRINO, writeVerdict="DEGRADED")])
def test_a_client_that_works_or_was_not_tested_is_no_finding(answer: Answer) -> None:
    assert list(orders(answer).findings()) == []


def test_a_verdict_of_a_later_release_is_a_finding() -> None:
    (finding,) = orders(replace(TRINO, readVerdict="UNHEARD_OF")).findings()
    assert (finding.kind, finding.verdict) == ("read", "UNHEARD_OF")


def test_the_summary_counts_tables_by_kind_and_those_with_an_untested_client() -> None:
    assert summary(of()) == "there is no Delta table"
    assert summary(orders(TRINO)) == "1 table, 0 with findings"
    assert summary(orders(UNKNOWN)) == "1 table, 0 with findings; UNKNOWN on 1 table"
    tables = (LOST, replace(ORDERS, answers=(BLOCKED, WRONG, UNKNOWN)), ORDERS)
    assert summary(of(*tables)) == (
        "3 tables, 2 with findings: 1 unreadable, 1 wrong, 1 read; UNKNOWN on 1 table"
    )
