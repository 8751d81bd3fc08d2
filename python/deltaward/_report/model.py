"""The data of an audit: tables, answers and findings. Imports nothing of deltaward."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Access = Literal["read", "write"]
Kind = Literal["read", "write", "wrong", "policy", "unreadable"]

VERDICTS = ("HARMS_OTHERS", "SILENTLY_WRONG", "BLOCKED", "UNKNOWN", "DEGRADED", "OK", "NOT_OFFERED")
"""All verdicts, the worst first."""

WRONG = VERDICTS[:2]
"""Verdicts of clients that go wrong without an error."""

_PLAIN = re.compile(r"\w+(\.\w+)*")


@dataclass(frozen=True)
class Answer:
    """The audit's columns for one client, on one table, through one access path."""

    client: str
    clientVersion: str
    accessPath: str
    readVerdict: str
    writeVerdict: str
    blockingFeatures: tuple[str, ...]
    reason: str
    unlockedBy: tuple[str, ...] | None
    """Clauses of ``ALTER TABLE name`` that give the client access, in the order to run them.
    ``None`` if the client has access, or if no change of the table itself is known to help."""

    evidence: str | None
    verifiedAt: date | None

    def verdict(self, access: Access) -> str:
        """Returns the verdict for reading or writing."""
        return self.readVerdict if access == "read" else self.writeVerdict


@dataclass(frozen=True)
class AuditedTable:
    """One table of an audit, with the columns that are the same for all clients."""

    tableName: str | None
    location: str | None
    version: int | None
    """Newest version of the table, to which the verdicts apply; ``None`` if the table was not read.
    A table that was not read has ``None`` for every fact from its log."""

    minReaderVersion: int | None
    minWriterVersion: int | None
    supportedFeatures: tuple[str, ...] | None
    boundary: int | None
    lastModified: datetime | None
    """Time at which the version was committed, in UTC; ``None`` if the log's time is outside the
    years 1 to 9999, or the table was not read."""

    engineInfo: str | None
    logFiles: int | None
    logBytes: int | None
    errorCondition: str | None
    policyViolations: tuple[str, ...]
    logRead: str | None
    problem: str | None
    """Reason why the table was not read; ``None`` if it was read."""

    answers: tuple[Answer, ...]
    """Answers by client, version and access path. Tables with equal answers share one object."""

    @property
    def name(self) -> str:
        """Returns the name in the catalog, or else the location."""
        return self.tableName or self.location or ""

    @property
    def identifier(self) -> str:
        """Returns the table as SQL text: its name if that needs no quotes, or else its path."""
        if self.tableName and (_PLAIN.fullmatch(self.tableName) or not self.location):
            return self.tableName
        quoted = (self.location or "").replace("`", "``")
        return f"delta.`{quoted}`"


@dataclass(frozen=True)
class Finding:
    """A problem with a table, and the client concerned, if any."""

    kind: Kind
    """``read`` or ``write`` if a client gets an error; ``wrong`` if a client goes wrong without an
    error or harms others; ``policy`` or ``unreadable`` for the table as a whole. The verdict
    ``UNKNOWN`` is not a finding."""

    table: AuditedTable
    message: str
    answer: Answer | None = None
    access: Access | None = None

    @property
    def verdict(self) -> str | None:
        """Returns the client's verdict, or ``None`` if the finding is not about a client."""
        return self.answer.verdict(self.access) if self.answer and self.access else None
