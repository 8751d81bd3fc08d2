"""Audits made by hand: of a lake of any size, and of one in which every word is hostile."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone

from deltaward import Answer, AuditedTable, ProtocolChange, Report

# Client, version, access path, the features that block reading, and those that block writing.
_CLIENTS: list[tuple[str, str, str, str, str | None]] = [
    ("chdb", "4.4.0", "deltaLakeLocal", "variantType", "columnMapping rowTracking variantType"),
    ("clickhouse", "26.3", "DeltaLake", "*", "*"),
    ("daft", "0.7.26", "read_deltalake", "deletionVectors columnMapping", "columnMapping"),
    ("databricks-runtime", "17.3 LTS", "runtime", "", ""),
    ("delta-kernel-rs", "0.27.1", "kernel", "", "icebergCompatV2"),
    ("delta-spark", "4.4.0", "spark", "", ""),
    ("delta-standalone", "4.0.1", "library", "deletionVectors v2Checkpoint", "deletionVectors"),
    ("deltalake", "1.6.6", "rust", "variantType", "rowTracking clustering"),
    ("deltalake", "1.6.6", "merge", "variantType", "rowTracking clustering"),
    ("deltalake", "1.6.6", "to_pyarrow", "deletionVectors variantType", None),
    ("duckdb", "1.5.5", "delta_scan", "variantType", None),
    ("duckdb", "1.5.5", "attach", "variantType", "rowTracking columnMapping"),
    ("fabric", "1.3", "spark", "*", "*"),
    ("flink", "4.4.0", "connector", "*", "*"),
    ("hive", "4.0.1", "connector", "*", "*"),
    ("polars", "2.1.0", "scan_delta", "", "rowTracking v2Checkpoint"),
    ("polars", "2.1.0", "scan_delta-pyarrow", "deletionVectors v2Checkpoint", None),
    ("snowflake", "2026-03-02", "delta-direct", "", None),
    ("synapse-serverless-sql", "2025", "query", "deletionVectors columnMapping", None),
    ("trino", "476", "connector", "variantType", ""),
]
_WRONG = {("daft", "columnMapping", "write"), ("trino", "typeWidening", "read")}
_DROPPABLE = {"deletionVectors", "rowTracking", "v2Checkpoint"}
_FEATURES = ("deletionVectors", "columnMapping", "rowTracking", "v2Checkpoint", "variantType")
_RARE = ("typeWidening", "icebergCompatV2", "clustering")
_NOW = datetime(2026, 11, 1, 12, tzinfo=timezone.utc)


def lake(tables: int, seed: int = 1) -> Report:
    """Makes an audit like that of a real lake. Equal arguments give equal audits."""
    chance = random.Random(seed)
    fared: dict[tuple[str, ...], tuple[Answer, ...]] = {}
    made = [_table(number, chance, fared) for number in range(tables)]
    made.sort(key=lambda table: (table.name, table.location or ""))
    named = [
        table.identifier for table in made if "deletionVectors" in (table.supportedFeatures or ())
    ][:3]
    return Report(tuple(made), dict.fromkeys(named, _HISTORY))


def _table(
    number: int, chance: random.Random, fared: dict[tuple[str, ...], tuple[Answer, ...]]
) -> AuditedTable:
    area = chance.choice(["sales", "finance", "web", "logistics", "people"])
    subject = chance.choice(["orders", "clicks", "stock", "ledger", "visits", "shipments"])
    name = f"spark_catalog.{area}.{subject}_{number:05d}"
    location = f"s3://lake/{area}/{subject}_{number:05d}"
    if number % 211 == 7:
        return unread(name, location)
    present = [feature for feature in _FEATURES if chance.random() < 0.16]
    present += [feature for feature in _RARE if chance.random() < 0.02]
    features = tuple(sorted({"appendOnly", "invariants", *present}))
    answers = fared.setdefault(features, tuple(_answer(*client, features) for client in _CLIENTS))
    high = {*present} & {"deletionVectors", "columnMapping", "v2Checkpoint", "variantType"}
    return AuditedTable(
        tableName=name if chance.random() < 0.8 else None,
        location=location,
        version=chance.randrange(4000),
        minReaderVersion=3 if high else 1,
        minWriterVersion=7 if present else 2,
        supportedFeatures=features,
        boundary=None,
        lastModified=_NOW - timedelta(hours=chance.randrange(9000)),
        engineInfo=chance.choice(["Apache-Spark/4.2.0 Delta-Lake/4.4.0", "delta-rs:py-1.6.6"]),
        logFiles=chance.randrange(1, 400),
        logBytes=chance.randrange(2_000, 80_000_000),
        errorCondition=None,
        policyViolations=("trino 476 is required, and cannot read it.",)
        if "variantType" in features and chance.random() < 0.2
        else (),
        logRead="00000000000000000002.crc",
        problem=None,
        answers=answers,
    )


def unread(name: str, location: str | None, problem: str = "") -> AuditedTable:
    """Makes a table that could not be read."""
    return AuditedTable(
        tableName=name,
        location=location,
        version=None,
        minReaderVersion=None,
        minWriterVersion=None,
        supportedFeatures=None,
        boundary=None,
        lastModified=None,
        engineInfo=None,
        logFiles=None,
        logBytes=None,
        errorCondition="DELTAWARD_TABLE_NOT_READABLE.DAMAGED",
        policyViolations=(),
        logRead=None,
        problem=problem or f"The log of {name} cannot be read. A line of 42.json is no JSON.",
        answers=(),
    )


def _answer(  # noqa: PLR0913, PLR0917 - the columns of the table above
    client: str, version: str, path: str, reads: str, writes: str | None, has: tuple[str, ...]
) -> Answer:
    read, of_read = _verdict(client, "read", reads, has)
    write, of_write = _verdict(client, "write", writes, has)
    blocking = tuple(sorted({*of_read, *of_write}))
    steps = tuple(f"DROP FEATURE {feature}" for feature in blocking)
    if blocking == ("rowTracking",):
        steps = ("NORMALIZE PROTOCOL",)
    because = f" (because of {', '.join(blocking)})" if blocking else ""
    return Answer(
        client=client,
        clientVersion=version,
        accessPath=path,
        readVerdict=read,
        writeVerdict=write,
        blockingFeatures=blocking,
        reason=f"{client} {version}: reading is {read}, writing is {write}{because}.",
        unlockedBy=steps if blocking and _DROPPABLE.issuperset(blocking) else None,
        evidence="observed" if reads != "*" else None,
        verifiedAt=date(2026, 11, 1),
    )


def _verdict(
    client: str, access: str, stops: str | None, has: tuple[str, ...]
) -> tuple[str, list[str]]:
    if stops is None:
        return "NOT_OFFERED", []
    if stops == "*":
        return "UNKNOWN", []
    wrong = [feature for feature in has if (client, feature, access) in _WRONG]
    if wrong:
        return "SILENTLY_WRONG", wrong
    blocking = [feature for feature in has if feature in stops.split()]
    return ("BLOCKED" if blocking else "OK"), blocking


ATTACKS = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\"'><img src=x onerror=alert(1)>",
    "]]></style><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}{# #}",
    "&lt;b&gt;\u2028\u2029\x00\u202e",
    "javascript:alert(1)",
]


def audited(word: str) -> Report:
    """Makes a report in which this word is everything that comes from a table."""
    answer = Answer(
        word, word, word, "BLOCKED", "SILENTLY_WRONG", (word,), word, (word,), word, None
    )
    harmless = lake(1).tables[0]
    table = replace(
        harmless,
        tableName=word,
        location=word,
        supportedFeatures=(word,),
        engineInfo=word,
        errorCondition=word,
        policyViolations=(word,),
        logRead=word,
        answers=(answer,),
    )
    unreadable = replace(unread(word, word, word), errorCondition=word)
    return Report((table, unreadable), {word: word})


_HISTORY = tuple(
    ProtocolChange(
        version=version,
        timestamp=_NOW - timedelta(days=400 - version),
        operation=operation,
        engine="Apache-Spark/4.2.0 Delta-Lake/4.4.0",
        user=None,
        featuresAdded=added,
        featuresRemoved=(),
        fromReaderVersion=1 if version else None,
        fromWriterVersion=2 if version else None,
        toReaderVersion=3 if version else 1,
        toWriterVersion=7 if version else 2,
        cause=("property",) * len(added),
        causeDetail=(detail,) * len(added),
        historyComplete=True,
    )
    for version, operation, added, detail in [
        (
            12,
            "SET TBLPROPERTIES",
            ("deletionVectors",),
            "the table property delta.enableDeletionVectors = true",
        ),
        (0, "CREATE TABLE", ("appendOnly", "invariants"), "a default of every new table"),
    ]
)
