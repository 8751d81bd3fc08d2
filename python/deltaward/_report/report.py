"""The report of an audit: collected from its rows, and written in several formats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from deltaward import _notebook as notebook
from deltaward._exceptions import errors
from deltaward._history import histories
from deltaward._report.baseline import known
from deltaward._report.formats import json
from deltaward._report.formats.html import html
from deltaward._report.formats.markdown import markdown
from deltaward._report.formats.sarif import sarif
from deltaward._report.model import Answer, AuditedTable
from deltaward._report.result import AuditResult

if TYPE_CHECKING:
    import os

    from pyspark.sql import DataFrame, Row, SparkSession

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_TASKS = 8


@dataclass(frozen=True)
class Report(AuditResult):
    """The results of one audit. :func:`report` returns it."""

    def since(self, earlier: Report) -> Report:
        """Returns this report without findings that an earlier audit rated at least as bad.

        Ignores the versions of clients, since the registry's newest version changes between audits.

        Examples:
            >>> new = found.since(deltaward.Report.from_json(Path("last.json").read_text()))
            >>> [finding.message for finding in new.findings()]
            []
        """
        return replace(self, baseline=known(earlier._all_findings()))

    def with_histories(self, spark: SparkSession, limit: int = 100) -> Report:
        """Reads the protocol histories of the tables that need attention, the worst first.

        Args:
            spark: the session of the audit.
            limit: the maximum number of tables. Reads the whole remaining log of each.

        Returns:
            This report with the histories. A history that cannot be read is an error message.

        Examples:
            >>> report.with_histories(spark, limit=10).to_html("lake.html")
        """
        return replace(self, histories=histories(spark, self.tables, limit))

    def to_html(
        self, path: str | os.PathLike[str], title: str = "Delta tables and their clients"
    ) -> None:
        """Writes the report as one HTML file that loads nothing else.

        Args:
            path: path of the file. Replaces an existing file.
            title: heading of the page.

        Examples:
            >>> deltaward.report(deltaward.audit(spark, path="s3://lake/")).to_html("lake.html")
        """
        # A damaged log can hold text that no encoding can represent. That is no reason to fail.
        Path(path).write_text(html(self, title), encoding="utf-8", errors="replace")

    def _repr_html_(self) -> str:
        return notebook.summary(self)

    def to_json(self) -> str:
        """Returns the report as JSON, for other programs and as the baseline of a later audit.

        The JSON follows ``deltaward/schemas/audit-1.schema.json`` in this package. It holds the
        findings that :meth:`findings` yields, and no histories.
        """
        return json.to_json(self)

    @staticmethod
    def from_json(text: str | bytes) -> Report:
        """Reads a report that :meth:`to_json` wrote. The report has all findings and no baseline.

        Raises:
            ValueError: the text is not such a report, or has another version of its schema.
        """
        return Report(json.tables(text))

    def to_markdown(self, place: str | None = None) -> str:
        """Renders the findings for an issue or a pull request, and counts those that do not fit."""
        return markdown(self, place)

    def to_sarif(self) -> str:
        """Returns the findings as SARIF 2.1.0, for code scanning.

        Each result is about one table and one kind of finding.
        """
        return sarif(self)


def report(audit: DataFrame) -> Report:
    """Collects an audit, or an audit that was saved as a table, into a report.

    Args:
        audit: rows of one audit, as :func:`audit` returns them. You may filter them: the report
            is about the remaining tables.

    Returns:
        The tables with their answers, in the memory of this process: some kilobytes per table.

    Raises:
        ValueError: ``audit`` lacks a column of an audit.
        DeltawardError: the audit failed as a whole.

    Examples:
        >>> found = deltaward.report(deltaward.audit(spark, path="s3://lake/"))
        >>> sum(1 for finding in found.findings() if finding.kind == "wrong")
        0
    """
    from pyspark.sql import functions as F  # noqa: N812, PLC0415 - heavy

    columns = [name for name in _names(AuditedTable) if name not in ("problem", "answers")]
    _require_columns(audit, [*columns, *_names(Answer)])
    none = F.array().cast("array<string>")
    # If older and newer audits share a table, the older rows have null in the newer columns.
    told = {name: F.coalesce(name, none) for name in ("blockingFeatures", "policyViolations")}
    # PySpark would convert the time to the local zone, and fail for years after 9999.
    told["lastModified"] = F.unix_micros("lastModified")
    answer = F.struct(*(told.get(name, F.col(name)).alias(name) for name in _names(Answer)))
    facts = [told.get(name, F.col(name)).alias(name) for name in columns]
    problem = F.when(F.col("client").isNull(), F.col("reason")).alias("problem")
    by_table = audit.groupBy(*facts, problem).agg(
        F.sort_array(F.collect_set(F.when(F.col("client").isNotNull(), answer))).alias("answers")
    )
    with errors():
        # Spark does not reduce the partitions of a cached DataFrame. Most audits need only a few.
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
    """Returns the time, or ``None`` if Python cannot represent it: a log can hold any number."""
    try:
        return None if micros is None else _EPOCH + timedelta(microseconds=micros)
    except OverflowError:
        return None
