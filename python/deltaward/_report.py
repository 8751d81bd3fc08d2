"""The answers of an audit, gathered: by table, with what many tables share kept once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from deltaward import _baseline
from deltaward import _notebook as notebook
from deltaward._exceptions import errors
from deltaward._history import History, histories
from deltaward._report_html import html
from deltaward._totals import WRONG

if TYPE_CHECKING:
    import os

    from pyspark.sql import DataFrame, Row, SparkSession

Access = Literal["read", "write"]
Kind = Literal["read", "write", "wrong", "policy", "unreadable"]

_ACCESSES: tuple[Access, ...] = ("read", "write")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_PLAIN = re.compile(r"\w+(\.\w+)*")
_TASKS = 8
_NO_FINDING = {"OK", "DEGRADED", "NOT_OFFERED", "UNKNOWN"}


@dataclass(frozen=True)
class Answer:
    """What one client makes of a table, by one access path: the columns of the audit."""

    client: str
    clientVersion: str
    accessPath: str
    readVerdict: str
    writeVerdict: str
    blockingFeatures: tuple[str, ...]
    reason: str
    unlockedBy: tuple[str, ...] | None
    """What to put after ``ALTER TABLE name``, one after the other, to give it access; ``None``
    where nothing is missing, or nothing is known to help."""

    evidence: str | None
    verifiedAt: date | None

    def verdict(self, access: Access) -> str:
        """Return the verdict for reading or writing."""
        return self.readVerdict if access == "read" else self.writeVerdict


@dataclass(frozen=True)
class AuditedTable:
    """One table of an audit: its columns that are the same for all clients."""

    tableName: str | None
    location: str | None
    version: int | None
    """``None``, as all that the log tells, for a table that was not read."""

    minReaderVersion: int | None
    minWriterVersion: int | None
    supportedFeatures: tuple[str, ...] | None
    boundary: int | None
    lastModified: datetime | None
    """In UTC."""

    engineInfo: str | None
    logFiles: int | None
    logBytes: int | None
    errorCondition: str | None
    policyViolations: tuple[str, ...]
    logRead: str | None
    problem: str | None
    """Why it was not read; ``None`` for a table that was."""

    answers: tuple[Answer, ...]
    """By client, version and access path; tables that fare alike share one object."""

    @property
    def name(self) -> str:
        """The name in the catalog, else the location."""
        return self.tableName or self.location or ""

    @property
    def identifier(self) -> str:
        """The table as it stands in SQL: its name, where that needs no quotes, else its path."""
        if self.tableName and (_PLAIN.fullmatch(self.tableName) or not self.location):
            return self.tableName
        quoted = (self.location or "").replace("`", "``")
        return f"delta.`{quoted}`"


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a table, and for whom."""

    kind: Kind
    """``read`` or ``write`` for a client that gets an error, ``wrong`` for a client that goes wrong
    without an error or harms others, ``policy``, or ``unreadable`` for the table as a whole.
    ``UNKNOWN`` is no finding."""

    table: AuditedTable
    message: str
    answer: Answer | None = None
    access: Access | None = None

    @property
    def verdict(self) -> str | None:
        """The client's verdict, ``None`` where it is not about a client."""
        return self.answer.verdict(self.access) if self.answer and self.access else None


@dataclass(frozen=True)
class Report:
    """An audit as it was at one moment; made by :func:`report`."""

    tables: tuple[AuditedTable, ...]
    """By name, then location."""

    histories: Mapping[str, History] = field(default_factory=dict, hash=False)
    """How tables came to their protocols, by :attr:`AuditedTable.identifier`; see
    :meth:`with_histories`."""

    baseline: Mapping[tuple[str, ...], int] = field(default_factory=dict, repr=False, hash=False)
    """What :meth:`since` leaves out of the findings."""

    def since(self, earlier: Report) -> Report:
        """Leave out of the findings what an earlier audit found already, and found as bad.

        Clients are compared whatever their version: the newest that is known moves on by itself.

        Example:
            >>> new = found.since(deltaward.Report.from_json(Path("last.json").read_text()))
            >>> [finding.message for finding in new.findings()]
            []
        """
        return replace(self, baseline=_baseline.known(earlier._all_findings()))

    def with_histories(self, spark: SparkSession, limit: int = 100) -> Report:
        """Read the protocol histories of the tables that ask for attention, the worst first.

        Args:
            spark: the session of the audit.
            limit: of how many tables; for each, all of its log is read that is left.

        Returns:
            The same report with the histories; one that cannot be read is the reason why.

        Example:
            >>> report.with_histories(spark, limit=10).to_html("lake.html")
        """
        return replace(self, histories=histories(spark, self.tables, limit))

    def to_html(
        self, path: str | os.PathLike[str], title: str = "Delta tables and their clients"
    ) -> None:
        """Write the report as one HTML file, which loads nothing from anywhere.

        Args:
            path: of the file; one that is there is replaced.
            title: at the top of the page.

        Example:
            >>> deltaward.report(deltaward.audit(spark, path="s3://lake/")).to_html("lake.html")
        """
        # What no encoding can hold comes from a damaged log, and is no reason to fail.
        Path(path).write_text(html(self, title), encoding="utf-8", errors="replace")

    def _repr_html_(self) -> str:
        return notebook.summary(self)

    def findings(self) -> Iterator[Finding]:
        """Give everything that is wrong and no part of the baseline, table by table."""
        for finding in self._all_findings():
            if not _baseline.is_known(finding, self.baseline):
                yield finding

    def _all_findings(self) -> Iterator[Finding]:
        for table in self.tables:
            if table.problem is not None:
                yield Finding("unreadable", table, table.problem)
            for violation in table.policyViolations:
                yield Finding("policy", table, violation)
            for answer in table.answers:
                for access in _ACCESSES:
                    verdict = answer.verdict(access)
                    if verdict in WRONG:
                        yield Finding("wrong", table, answer.reason, answer, access)
                    elif verdict not in _NO_FINDING:
                        yield Finding(access, table, answer.reason, answer, access)

    def verdicts(self, access: Access) -> dict[tuple[str, str, str], Counter[str]]:
        """Count the tables by verdict, for each client, version and access path."""
        shapes = Counter(id(table.answers) for table in self.tables)
        answers = {id(table.answers): table.answers for table in self.tables}
        counted: dict[tuple[str, str, str], Counter[str]] = {}
        for shape, tables in shapes.items():
            for answer in answers[shape]:
                key = (answer.client, answer.clientVersion, answer.accessPath)
                counted.setdefault(key, Counter())[answer.verdict(access)] += tables
        return dict(sorted(counted.items()))

    def to_json(self) -> str:
        """Write the report for other programs, and as the baseline of the next one.

        The form is that of ``deltaward/schemas/audit-1.schema.json`` in this package. Of the
        findings it has those that :meth:`findings` gives, and histories it has none.
        """
        from deltaward import _report_json  # noqa: PLC0415 - it imports this module

        return _report_json.to_json(self)

    @staticmethod
    def from_json(text: str | bytes) -> Report:
        """Read a report that :meth:`to_json` wrote; it has all findings, and no baseline.

        Raises:
            ValueError: it is something else, or of a newer form.
        """
        from deltaward import _report_json  # noqa: PLC0415 - it imports this module

        return _report_json.from_json(text)

    def to_markdown(self, place: str | None = None) -> str:
        """Render the findings for an issue or a pull request; those beyond its size are counted."""
        from deltaward import _report_markdown  # noqa: PLC0415 - it imports this module

        return _report_markdown.markdown(self, place)

    def to_sarif(self) -> str:
        """Write the findings as SARIF 2.1.0, for code scanning.

        Each result is about one table and one kind of finding.
        """
        from deltaward import _report_sarif  # noqa: PLC0415 - it imports this module

        return _report_sarif.sarif(self)


def report(audit: DataFrame) -> Report:
    """Gather an audit, or one that was saved as a table, for a report.

    Args:
        audit: rows of one audit as :func:`audit` gives them; with fewer of them, of the tables
            that are left.

    Returns:
        The tables with the answers for each, in the memory of this process: some kilobytes a
        table.

    Raises:
        ValueError: it lacks a column of an audit.
        DeltawardError: what reading the tables ends with as a whole.

    Example:
        >>> found = deltaward.report(deltaward.audit(spark, path="s3://lake/"))
        >>> sum(1 for finding in found.findings() if finding.kind == "wrong")
        0
    """
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - heavy

    columns = [name for name in _names(AuditedTable) if name not in ("problem", "answers")]
    _require_columns(audit, [*columns, *_names(Answer)])
    none = F.array().cast("array<string>")
    # Rows of an older audit that were given a column when newer ones were added have null in it.
    told = {name: F.coalesce(name, none) for name in ("blockingFeatures", "policyViolations")}
    # PySpark would give a time of this machine's zone, and fail at one beyond the year 9999.
    told["lastModified"] = F.unix_micros("lastModified")
    answer = F.struct(*(told.get(name, F.col(name)).alias(name) for name in _names(Answer)))
    facts = [told.get(name, F.col(name)).alias(name) for name in columns]
    problem = F.when(F.col("client").isNull(), F.col("reason")).alias("problem")
    by_table = audit.groupBy(*facts, problem).agg(
        F.sort_array(F.collect_set(F.when(F.col("client").isNotNull(), answer))).alias("answers")
    )
    with errors():
        # Spark does not reduce the partitions of a cached DataFrame, and most fleets are small.
        shaped = by_table.coalesce(_TASKS).withColumn("shape", F.sha2(F.to_json("answers"), 256))
        kept = shaped.persist()
        try:
            tables = kept.drop("answers").collect()
            shapes = kept.groupBy("shape").agg(F.first("answers").alias("answers"))
            answers = {
                row.shape: tuple(_made(Answer, each) for each in row.answers)
                for row in shapes.coalesce(_TASKS).collect()
            }
        finally:
            kept.unpersist()
    found = (
        _made(
            AuditedTable,
            row,
            answers=answers[row.shape],
            lastModified=_moment(row.lastModified),
        )
        for row in tables
    )
    return Report(tuple(sorted(found, key=lambda table: (table.name, table.location or ""))))


def _require_columns(audit: DataFrame, wanted: Iterable[str]) -> None:
    there = {name.lower() for name in audit.columns}
    if missing := [name for name in wanted if name.lower() not in there]:
        raise ValueError(f"the rows are no audit: they have no column {', '.join(missing)}")


_T = TypeVar("_T", Answer, AuditedTable)


def _names(of: type[Any]) -> Iterable[str]:
    return [each.name for each in fields(of)]


def _made(of: type[_T], row: Row, **more: Any) -> _T:
    values = row.asDict()
    return of(**{name: _value(values[name]) for name in _names(of) if name not in more}, **more)


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _moment(micros: int | None) -> datetime | None:
    """Give the time, or ``None`` where there is none that Python can hold: a log says anything."""
    try:
        return None if micros is None else _EPOCH + timedelta(microseconds=micros)
    except OverflowError:
        return None
