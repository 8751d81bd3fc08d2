"""Reports made by hand, and a strategy for random ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timezone

from hypothesis import strategies as st

from deltaward import Answer, AuditedTable, Report

VERDICTS = ("OK", "BLOCKED", "SILENTLY_WRONG", "HARMS_OTHERS", "DEGRADED", "UNKNOWN", "NOT_OFFERED")

HOSTILE = (
    "a\nb\t\x1b[31m\x9b2J\u202e | `x` ``y`` <img src=x onerror=alert(1)> "
    "[l](http://e) @all 🦉 {0} \\| '\""
)

TRINO = Answer(
    client="trino",
    clientVersion="476",
    accessPath="connector",
    readVerdict="OK",
    writeVerdict="OK",
    blockingFeatures=(),
    reason="trino 476: reading is OK, writing is OK.",
    unlockedBy=None,
    evidence="observed",
    verifiedAt=date(2026, 11, 1),
)
BLOCKED = replace(
    TRINO, readVerdict="BLOCKED", blockingFeatures=("deletionVectors",), reason="reading is BLOCKED"
)
WRONG = replace(TRINO, client="old", readVerdict="SILENTLY_WRONG", reason="it skips vectors")
UNKNOWN = replace(TRINO, readVerdict="UNKNOWN", reason="nobody has looked")

ORDERS = AuditedTable(
    tableName="spark_catalog.sales.orders",
    location="s3://lake/orders",
    version=7,
    minReaderVersion=3,
    minWriterVersion=7,
    supportedFeatures=("deletionVectors",),
    boundary=None,
    lastModified=datetime(2026, 11, 1, 12, tzinfo=timezone.utc),
    engineInfo="Apache-Spark/4.2.0 Delta-Lake/4.4.0",
    logFiles=9,
    logBytes=9000,
    errorCondition=None,
    policyViolations=(),
    logRead="00000000000000000007.crc",
    problem=None,
    answers=(TRINO,),
)
LOST = replace(
    ORDERS,
    tableName=None,
    location="s3://lake/lost",
    version=None,
    supportedFeatures=None,
    lastModified=None,
    errorCondition="DELTAWARD_TABLE_NOT_READABLE.IO",
    problem="host 10.0.0.7 did not answer",
    answers=(),
)


def of(*tables: AuditedTable) -> Report:
    return Report(tables)


def orders(*answers: Answer) -> Report:
    return of(replace(ORDERS, answers=answers))


_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_lists = st.lists(_texts, max_size=3).map(tuple)
_numbers = st.integers(0, 2**63 - 1)
_verdicts = st.sampled_from(VERDICTS)

answers = st.builds(
    Answer,
    client=_texts,
    clientVersion=_texts,
    accessPath=_texts,
    readVerdict=_verdicts,
    writeVerdict=_verdicts,
    blockingFeatures=_lists,
    reason=_texts,
    unlockedBy=st.none() | _lists,
    evidence=st.none() | _texts,
    verifiedAt=st.none() | st.dates(),
)


def _tables(shared: list[tuple[Answer, ...]]) -> st.SearchStrategy[AuditedTable]:
    return st.builds(
        AuditedTable,
        tableName=st.none() | _texts,
        location=st.none() | _texts,
        version=st.none() | _numbers,
        minReaderVersion=st.none() | _numbers,
        minWriterVersion=st.none() | _numbers,
        supportedFeatures=st.none() | _lists,
        boundary=st.none() | _numbers,
        lastModified=st.none() | st.datetimes(timezones=st.just(timezone.utc)),
        engineInfo=st.none() | _texts,
        logFiles=st.none() | _numbers,
        logBytes=st.none() | _numbers,
        errorCondition=st.none() | _texts,
        policyViolations=_lists,
        logRead=st.none() | _texts,
        problem=st.none() | _texts,
        answers=st.sampled_from(shared),
    )


reports = (
    st.lists(st.lists(answers, max_size=3).map(tuple), min_size=1, max_size=3)
    .flatmap(lambda shared: st.lists(_tables(shared), max_size=5))
    .map(lambda tables: Report(tuple(tables)))
)
