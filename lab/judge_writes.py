"""Checks with Delta on Spark what the clients wrote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lab import content, judge
from lab.errors import first_line
from lab.observe import Outcome
from lab.rows import from_spark, has_all, same_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def checked(spark: SparkSession, outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
    """Yields the outcomes. First judges those that left a table to check."""
    for outcome in outcomes:
        yield _check(spark, outcome) if outcome.written else outcome


def _check(spark: SparkSession, outcome: Outcome) -> Outcome:
    expected = content.expected(outcome.table, outcome.operation)
    try:
        rows = from_spark(spark.read.format("delta").load(outcome.written))
    except ConnectionError:
        raise  # Spark has stopped, which says nothing about the table
    except Exception as failure:
        return _harm(outcome, f"Delta cannot read it afterwards: {first_line(str(failure))}")
    if outcome.verdict == "UNKNOWN":
        return _wrong(outcome, f"commits, and fails: {outcome.error}")
    if same_rows(rows, expected):
        return outcome
    if not has_all(rows, content.untouched(outcome.table, outcome.operation)):
        harm = "loses" if len(rows) <= len(expected) else "doubles"
        return _harm(outcome, f"{harm} rows: {judge.difference(rows, expected)}")
    wrong = (
        "an overwrite leaves old rows" if outcome.operation == "replace" else "writes wrong rows"
    )
    return _wrong(outcome, f"{wrong}: {judge.difference(rows, expected)}")


def _harm(outcome: Outcome, error: str) -> Outcome:
    return Outcome(outcome.path, outcome.table, outcome.operation, "HARMS_OTHERS", error)


def _wrong(outcome: Outcome, error: str) -> Outcome:
    return Outcome(outcome.path, outcome.table, outcome.operation, "SILENTLY_WRONG", error)
