"""Reads the protocol histories of the tables in an audit that need attention."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

from deltaward._exceptions import errors
from deltaward._report.model import WRONG
from deltaward._report.totals import worst
from deltaward._table import Table, forPath

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import Row, SparkSession

    from deltaward._report.model import AuditedTable


@dataclass(frozen=True)
class ProtocolChange:
    """A row of ``SHOW PROTOCOL HISTORY``, with the statement's columns as fields."""

    version: int
    timestamp: datetime | None
    operation: str | None
    engine: str | None
    user: str | None
    featuresAdded: tuple[str, ...]
    featuresRemoved: tuple[str, ...]
    fromReaderVersion: int | None
    fromWriterVersion: int | None
    toReaderVersion: int
    toWriterVersion: int
    cause: tuple[str, ...]
    causeDetail: tuple[str, ...]
    historyComplete: bool

    @classmethod
    def _of(cls, row: Row) -> ProtocolChange:
        values = {field.name: row[field.name] for field in fields(cls)}
        lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
        return cls(**{**values, **lists})


History = tuple[ProtocolChange, ...] | str
"""A table's protocol changes, the newest first, or the message of the error in reading them."""


def histories(
    spark: SparkSession, tables: Iterable[AuditedTable], limit: int
) -> dict[str, History]:
    """Reads the protocol histories of the tables that need attention.

    Returns:
        The histories by table identifier, the worst table first, at most ``limit``.
    """
    asking = [table for table in tables if table.problem is None and _attention(table) > (0, 0, 0)]
    asking.sort(key=_attention, reverse=True)
    return {table.identifier: _read(spark, table) for table in asking[:limit]}


def _attention(table: AuditedTable) -> tuple[int, int, int]:
    verdicts = [worst(answer) for answer in table.answers]
    wrong, blocked = sum(map(verdicts.count, WRONG)), verdicts.count("BLOCKED")
    return wrong, len(table.policyViolations), blocked


def _read(spark: SparkSession, table: AuditedTable) -> History:
    try:
        with errors():
            by_path = table.location if table.identifier != table.tableName else None
            asked = forPath(spark, by_path) if by_path else Table(spark, table.identifier)
            rows = asked.protocolHistory().collect()
    except PySparkException as refused:
        return str(refused)
    return tuple(ProtocolChange._of(row) for row in rows)
