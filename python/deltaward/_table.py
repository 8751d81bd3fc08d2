"""Tables and the questions about them. Each method runs one SQL statement of deltaward."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from pyspark.errors import PySparkException

from deltaward import _notebook as notebook
from deltaward import _sql
from deltaward._exceptions import DeltawardError, errors
from deltaward._plan import DropPlan, DropStep
from deltaward._session.extension import has_extension, missing

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Table:
    """A Delta table in a session. :func:`forName` and :func:`forPath` return it.

    Reads nothing until a method is called. Every method can raise a
    :class:`~deltaward.DeltawardError`.
    """

    spark: SparkSession = field(repr=False)
    """The session that runs the statements."""

    identifier: str
    """The name or path of the table, quoted for SQL."""

    def _repr_html_(self) -> str:
        return notebook.verdicts_of(self.compatibility, self.identifier)

    def compatibility(  # noqa: PLR0913, PLR0917 - one parameter per clause
        self,
        clients: str | Iterable[str] | None = None,
        version: int | None = None,
        timestamp: str | datetime | None = None,
        allVersions: bool = False,
        allAccessPaths: bool = False,
        inspectLog: bool = False,
    ) -> DataFrame:
        """Checks which clients can read and write the table (``SHOW PROTOCOL COMPATIBILITY``).

        Args:
            clients: clients to check, each ``"trino"`` or ``"trino=470"``; all by default.
            version: version of the table; the newest by default.
            timestamp: time of the version to check; the newest version by default. A time without
                a zone is in the session's zone.
            allVersions: check every known version of each client, not only the newest.
            allAccessPaths: include access paths that offer neither reading nor writing. The answer
                for named clients always includes them.
            inspectLog: read all of the log that readers of this version open, not only what
                determines the protocol. No verdict is ``OK`` if any of it is damaged.

        Returns:
            One row per client and access path: the verdicts for reading and writing, blocking
            features, reason, fix, evidence, and the files of the log that were read. A verdict is
            ``OK``, ``BLOCKED``, ``SILENTLY_WRONG``, ``HARMS_OTHERS``, ``DEGRADED``, ``UNKNOWN`` or
            ``NOT_OFFERED``.

        Raises:
            UnknownClientError: the registry has no such client.
            NotADeltaTableError: no Delta table has that name or path.
            TableNotReadableError: the table's log cannot be read.

        Examples:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.compatibility(clients=["trino", "polars=1.9"]).show()
        """
        command = f"SHOW PROTOCOL COMPATIBILITY FOR {self.identifier}"
        command += _sql.as_of(version, timestamp)
        suffix = " ALL VERSIONS" if allVersions else ""
        suffix += " ALL ACCESS PATHS" if allAccessPaths else ""
        suffix += _inspection(inspectLog)
        if clients is not None:
            command += " FOR" + _sql.clients(clients)
        answer = _run(self.spark, command + suffix)
        return notebook.shown(answer, lambda frame: notebook.verdicts(frame.collect()))

    def protocol(
        self,
        version: int | None = None,
        timestamp: str | datetime | None = None,
        inspectLog: bool = False,
    ) -> DataFrame:
        """Describes the protocol (``DESCRIBE PROTOCOL``).

        Args:
            version: version of the table; the newest by default.
            timestamp: time of the version to describe; the newest version by default.
            inspectLog: read all of the log that readers of this version open, not only what
                determines the protocol. The problems then include any damage.

        Returns:
            One row: versions, features, the lowest possible protocol, and whether this protocol is
            the lowest and is valid. The row also has the problems of the protocol or the log, and
            the files of the log that were read.

        Examples:
            >>> deltaward.forPath(spark, "/data/orders").protocol().first().isLowest
            True
        """
        command = f"DESCRIBE PROTOCOL {self.identifier}" + _sql.as_of(version, timestamp)
        return _run(self.spark, command + _inspection(inspectLog))

    def features(
        self, version: int | None = None, timestamp: str | datetime | None = None
    ) -> DataFrame:
        """Lists the features of the table (``SHOW TABLE FEATURES``).

        Args:
            version: version of the table; the newest by default.
            timestamp: time of the version to check; the newest version by default.

        Returns:
            One row per feature: whether the table supports, enables and uses it, and the evidence
            of use.

        Examples:
            >>> deltaward.forPath(spark, "/data/orders").features().where("used").show()
        """
        return _run(
            self.spark,
            f"SHOW TABLE FEATURES FOR {self.identifier}" + _sql.as_of(version, timestamp),
        )

    def protocolHistory(self) -> DataFrame:
        """Lists the versions that changed the protocol (``SHOW PROTOCOL HISTORY``).

        Returns:
            One row per change, the newest first: operation, engine, user, features added and
            removed, protocol versions before and after, and the cause of each added feature.

        Examples:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.protocolHistory().select("version", "featuresAdded", "causeDetail").show()
        """
        return _run(self.spark, f"SHOW PROTOCOL HISTORY FOR {self.identifier}")

    def protocolPolicy(self) -> DataFrame:
        """Shows the commit rules in force for the table (``SHOW PROTOCOL POLICY``).

        Returns:
            One row per rule: its mode, the clients or features of its policy, where each is set,
            and the problems. A setting comes from ``table``, ``session``, ``file``, ``cluster`` or
            ``default``. The source ``lock`` means that only the lock keeps the mode in force.

        Examples:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.protocolPolicy().select("rule", "mode", "modeSource", "policy").show()
        """
        return _run(self.spark, f"SHOW PROTOCOL POLICY FOR {self.identifier}")

    def planDrop(self, feature: str, truncateHistory: bool = False) -> DropPlan:
        """Plans to drop a feature, without dropping it (``EXPLAIN DROP FEATURE``).

        Args:
            feature: name of the feature in the protocol.
            truncateHistory: plan for ``DROP FEATURE ... TRUNCATE HISTORY``.

        Returns:
            The steps in order. Each has the number of commits, the files and bytes to rewrite, the
            versions lost, and the earliest time. Each also has the error condition if it ran now,
            and the clients that gain and lose access.

        Raises:
            UnknownFeatureError: neither Delta nor the table has such a feature.

        Examples:
            >>> plan = deltaward.forName(spark, "sales.orders").planDrop("deletionVectors")
            >>> print(plan.to_markdown())
        """
        suffix = " TRUNCATE HISTORY" if truncateHistory else ""
        command = f"EXPLAIN DROP FEATURE {_sql.literal(feature)} FOR {self.identifier}{suffix}"
        rows = _run(self.spark, command).collect()
        return DropPlan(feature, tuple(DropStep._of(row) for row in rows))

    def makeCompatible(
        self, client: str, access: Literal["read", "write"] | None = None, dryRun: bool = False
    ) -> DataFrame:
        """Makes the table compatible with a client (``MAKE COMPATIBLE WITH CLIENT``).

        Args:
            client: client to make the table compatible with, ``"trino"`` or ``"trino=470"``.
            access: only for reading, or only for writing; both by default.
            dryRun: return the statements without running them.

        Returns:
            One row per statement, with its status and the clients that gain and lose access. The
            status is ``DONE``, ``PLANNED``, or ``WAITING``: call again at ``earliest``. No rows if
            the client is compatible already.

        Raises:
            CannotMakeCompatibleError: no statements make the table compatible; it is unchanged.
            UnknownClientError: the registry has no such client.

        Examples:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.makeCompatible("duckdb", dryRun=True).select("statement", "earliest").show()
        """
        command = f"ALTER TABLE {self.identifier} MAKE COMPATIBLE WITH"
        command += _sql.clients(client) + _sql.access(access)
        return _run(self.spark, command + (" DRY RUN" if dryRun else ""))

    def checkpointProtection(self) -> DataFrame:
        """Checks the checkpoints and their protection (``SHOW CHECKPOINT PROTECTION``).

        Returns:
            One row: the boundary, and each checkpoint with whether it is intact. The row has the
            versions that each reader protocol can still open, and those that the next cleanup may
            remove. It also has the earliest time to drop the feature, the size of the log in bytes,
            and all problems.

        Examples:
            >>> deltaward.forName(spark, "sales.orders").checkpointProtection().first().problems
            []
        """
        return _run(self.spark, f"SHOW CHECKPOINT PROTECTION FOR {self.identifier}")

    def commitConflicts(self, limit: int | None = None) -> DataFrame:
        """Lists checks against winning commits on the table (``SHOW COMMIT CONFLICTS FOR``).

        Args:
            limit: maximum number of rows.

        Returns:
            The rows of :func:`commitConflicts` for this table.

        Examples:
            >>> deltaward.forName(spark, "orders").commitConflicts(limit=1).first().advice
        """
        return _run(self.spark, f"SHOW COMMIT CONFLICTS FOR {self.identifier}{_most(limit)}")

    def conflictMatrix(self) -> DataFrame:
        """Checks which kinds of statements can conflict on the table (``SHOW CONFLICT MATRIX``).

        Returns:
            One row for each isolation level and pair of kinds: ``isolationLevel`` (string),
            ``inForce`` (boolean), ``operation`` and ``winningOperation`` (string), ``canConflict``
            (boolean), ``because`` (string) and ``change`` (string). ``change`` is None if nothing
            avoids the conflict, or if there is no conflict to avoid.

        Raises:
            NotADeltaTableError: no Delta table has that name or path.
            TableNotReadableError: the table's log cannot be read.

        Examples:
            >>> matrix = deltaward.forName(spark, "orders").conflictMatrix()
            >>> matrix.where("inForce AND canConflict").select("operation", "change").show()
        """
        return _run(self.spark, f"SHOW CONFLICT MATRIX FOR {self.identifier}")

    def normalizeProtocol(self, dryRun: bool = False) -> DataFrame:
        """Lowers the protocol to the lowest for the same features (``NORMALIZE PROTOCOL``).

        Args:
            dryRun: return the result without writing it.

        Returns:
            One row: the newest version afterwards, whether the protocol changed, the protocol
            before, and the lowest protocol.

        Raises:
            InvalidProtocolError: the protocol is invalid, so its intended content is unknown.

        Examples:
            >>> deltaward.forName(spark, "orders").normalizeProtocol(dryRun=True).first().changed
            False
        """
        suffix = " DRY RUN" if dryRun else ""
        return _run(self.spark, f"ALTER TABLE {self.identifier} NORMALIZE PROTOCOL{suffix}")


def forName(spark: SparkSession, tableOrViewName: str) -> Table:
    """Returns the table with the given name, without checking that it exists.

    Args:
        spark: a session with the extension, Classic or Connect.
        tableOrViewName: name of one or more parts, as in SQL: ``sales.orders``,
            ``sales.`2026.orders```.

    Raises:
        ValueError: the text is not a table name.

    Examples:
        >>> deltaward.forName(spark, "sales.orders").compatibility().show()
    """
    return Table(spark, _sql.table_name(tableOrViewName))


def forPath(spark: SparkSession, path: str) -> Table:
    """Returns the table at the given path, without checking that it exists.

    Args:
        spark: a session with the extension, Classic or Connect.
        path: directory that holds ``_delta_log``, in any file system that Hadoop knows.

    Raises:
        ValueError: the path is empty.

    Examples:
        >>> deltaward.forPath(spark, "s3://lake/orders").protocol().show()
    """
    return Table(spark, _sql.table_path(path))


def audit(  # noqa: PLR0913, PLR0917 - one parameter per clause
    spark: SparkSession,
    catalog: str | None = None,
    schema: str | None = None,
    path: str | None = None,
    tables: Iterable[str] | None = None,
    clients: str | Iterable[str] | None = None,
    allVersions: bool = False,
    allAccessPaths: bool = False,
) -> DataFrame:
    """Checks which clients can read and write many tables (``SHOW PROTOCOL COMPATIBILITY IN``).

    Spark tasks read the tables each time the DataFrame is evaluated.

    Args:
        spark: a session with the extension, Classic or Connect.
        catalog: check all tables of this catalog.
        schema: check all tables of this schema. Its catalog may come before it.
        path: check all tables below this directory, in any file system that Hadoop knows.
        tables: check these tables. Names are as for :func:`forName`, or ``delta.`/lake/visits```.
        clients: clients to check, each ``"trino"`` or ``"trino=470"``; all by default.
        allVersions: check every known version of each client, not only the newest.
        allAccessPaths: include access paths that offer neither reading nor writing.

    Returns:
        One row per table, client and access path. It has the verdicts of
        :meth:`Table.compatibility`, with the steps that unlock the table instead of a fix. It also
        has the table's protocol, features, boundary, last commit and log size. A table that cannot
        be read has one row without a client, with the error condition.

    Raises:
        ValueError: not exactly one of ``catalog``, ``schema``, ``path`` and ``tables`` is given.
        UnknownClientError: the registry has no such client.

    Examples:
        >>> found = deltaward.audit(spark, path="s3://lake/", clients="trino")
        >>> found.where("readVerdict <> 'OK'").select("location", "reason").show()
    """
    command = f"SHOW PROTOCOL COMPATIBILITY IN {_fleet(catalog, schema, path, tables)}"
    if clients is not None:
        command += " FOR" + _sql.clients(clients)
    command += " ALL VERSIONS" if allVersions else ""
    command += " ALL ACCESS PATHS" if allAccessPaths else ""
    return notebook.shown(_run(spark, command), _summary)


def analyze(  # noqa: PLR0913, PLR0917 - one parameter per clause
    spark: SparkSession,
    catalog: str | None = None,
    schema: str | None = None,
    path: str | None = None,
    tables: Iterable[str] | None = None,
    clients: str | Iterable[str] | None = None,
) -> DataFrame:
    """Counts the results of an audit (``ANALYZE PROTOCOL COMPATIBILITY``).

    Also publishes the counts as gauges of Spark's metrics system, under the source ``deltaward``.
    They stay until the application counts again.

    Args:
        spark: a session with the extension, Classic or Connect.
        catalog: check all tables of this catalog.
        schema: check all tables of this schema. Its catalog may come before it.
        path: check all tables below this directory, in any file system that Hadoop knows.
        tables: check these tables. Names are as for :func:`forName`, or ``delta.`/lake/visits```.
        clients: clients to check, each ``"trino"`` or ``"trino=470"``; all by default.

    Returns:
        One row per count: metric, client, clientVersion, accessPath, access and value.

    Raises:
        ValueError: not exactly one of ``catalog``, ``schema``, ``path`` and ``tables`` is given.
        UnknownClientError: the registry has no such client.

    Examples:
        >>> deltaward.analyze(spark, path="s3://lake/").where("metric = 'tables_blocked'").show()
    """
    command = f"ANALYZE PROTOCOL COMPATIBILITY IN {_fleet(catalog, schema, path, tables)}"
    if clients is not None:
        command += " FOR" + _sql.clients(clients)
    return _run(spark, command)


def clients(spark: SparkSession, like: str | None = None) -> DataFrame:
    """Lists the client registry (``SHOW DELTA CLIENTS``).

    Args:
        spark: a session with the extension, Classic or Connect.
        like: pattern for client names, as in ``SHOW TABLES LIKE``. ``*`` matches anything, and
            ``|`` separates alternatives.

    Returns:
        One row per client, version and access path, with the evidence and its date.

    Examples:
        >>> deltaward.clients(spark, like="trino|duck*").show()
    """
    return _run(
        spark, "SHOW DELTA CLIENTS" + ("" if like is None else f" LIKE {_sql.literal(like)}")
    )


def protocolPolicy(spark: SparkSession) -> DataFrame:
    """Shows the commit rules for tables that set none themselves (``SHOW PROTOCOL POLICY``).

    Args:
        spark: a session with the extension, Classic or Connect.

    Returns:
        One row per rule, with the columns of :meth:`Table.protocolPolicy`.

    Examples:
        >>> deltaward.protocolPolicy(spark).where("modeSource != 'default'").show()
    """
    return _run(spark, "SHOW PROTOCOL POLICY")


def commitWarnings(spark: SparkSession) -> DataFrame:
    """Lists the warnings of commit rules in the session (``SHOW COMMIT WARNINGS``).

    Args:
        spark: a session with the extension, Classic or Connect.

    Returns:
        One row per warning, the newest first: its number in the session, time, table, operation,
        rule, the error condition that mode ``enforce`` would raise, and the message.

    Examples:
        >>> deltaward.commitWarnings(spark).select("tableName", "message").show(truncate=False)
    """
    return _run(spark, "SHOW COMMIT WARNINGS")


def commitConflicts(spark: SparkSession, limit: int | None = None) -> DataFrame:
    """Lists the application's checks against winning commits (``SHOW COMMIT CONFLICTS``).

    Args:
        spark: a session with the extension, Classic or Connect.
        limit: maximum number of rows.

    Returns:
        One row per check of a transaction against a winning commit, the newest first. It has both
        operations with their users and jobs, the winner's engine, files and predicates. It has the
        outcome (``RETRIED``, ``RESOLVED`` or ``FAILED``), and how the conflict was resolved or why
        it failed. It also has whether a retry can succeed, and advice to avoid the conflict.

    Examples:
        >>> failed = deltaward.commitConflicts(spark).where("outcome = 'FAILED'")
        >>> failed.select("tableName", "winningOperation", "reason", "advice").show()
    """
    return _run(spark, f"SHOW COMMIT CONFLICTS{_most(limit)}")


def explainProtocol(spark: SparkSession, statement: str) -> DataFrame:
    """Explains what a statement would do to a table's protocol, without running the statement.

    Args:
        spark: a session with the extension, Classic or Connect.
        statement: a ``CREATE TABLE`` or ``REPLACE TABLE`` (also ``AS SELECT``), an ``INSERT``, a
            ``MERGE``, or an ``ALTER TABLE``. The ``ALTER TABLE`` sets properties, changes columns,
            clustering or constraints, or drops a feature.

    Returns:
        One row: the features added and removed, and the cause of each added feature. The row also
        has the clients that would lose access, the refusal by a rule, and the settings without
        effect.

    Raises:
        DeltawardError: the statement is of another kind. It is not run.

    Examples:
        >>> statement = "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
        >>> deltaward.explainProtocol(spark, statement).first().losingRead
    """
    return _run(spark, f"EXPLAIN PROTOCOL {statement}")


def _fleet(
    catalog: str | None, schema: str | None, path: str | None, tables: Iterable[str] | None
) -> str:
    places = [
        f"CATALOG {_sql.table_name(catalog)}" if catalog is not None else None,
        f"SCHEMA {_sql.table_name(schema)}" if schema is not None else None,
        f"PATH {_sql.table_path(path)}" if path is not None else None,
        f"TABLES {_sql.table_names(tables)}" if tables is not None else None,
    ]
    given = [place for place in places if place is not None]
    if len(given) != 1:
        raise ValueError("give one of catalog, schema, path and tables")
    return given[0]


def _summary(found: DataFrame) -> str:
    from deltaward._report.report import report  # noqa: PLC0415 - circular import

    return notebook.summary(report(found))


def _most(limit: int | None) -> str:
    return "" if limit is None else f" LIMIT {int(limit)}"


def _inspection(inspectLog: bool) -> str:
    return " INSPECT LOG" if inspectLog else ""


def _run(spark: SparkSession, command: str) -> DataFrame:
    try:
        with errors():
            frame = spark.sql(command)
            # Connect analyses a statement only when needed. Reading the schema makes it fail here.
            _ = frame.schema
            return frame
    except PySparkException as refused:
        if isinstance(refused, DeltawardError) or has_extension(spark):
            raise
        raise missing(spark) from refused
