"""A table and what can be asked about it; every answer is a DataFrame from one SQL command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from pyspark.errors import PySparkException

from deltaward import _notebook as notebook
from deltaward import _sql
from deltaward._exceptions import DeltawardError, errors
from deltaward._extension import has_extension, missing
from deltaward._plan import DropPlan, DropStep

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Table:
    """A Delta table of a session; made by :func:`forName` or :func:`forPath`.

    Nothing is read until a method is called. Every method raises a
    :class:`~deltaward.DeltawardError`.
    """

    spark: SparkSession = field(repr=False)
    """The session that runs the commands."""

    identifier: str
    """The table as it stands in SQL, quoted."""

    def _repr_html_(self) -> str:
        return notebook.verdicts_of(self.compatibility, self.identifier)

    def compatibility(  # noqa: PLR0913, PLR0917 - one for each clause of the statement
        self,
        clients: str | Iterable[str] | None = None,
        version: int | None = None,
        timestamp: str | datetime | None = None,
        allVersions: bool = False,
        allAccessPaths: bool = False,
        inspectLog: bool = False,
    ) -> DataFrame:
        """Tell which clients can read and write the table (``SHOW PROTOCOL COMPATIBILITY``).

        Args:
            clients: only these, each ``"trino"`` or ``"trino=470"``; all by default.
            version: of the table, rather than the newest.
            timestamp: of the table, rather than the newest; without a zone it is in the session's.
            allVersions: every known version of each client, rather than the newest.
            allAccessPaths: also those that offer neither reading nor writing; of clients that are
                named they are there anyway.
            inspectLog: read all of the log that readers of this version open, rather than what
                tells the protocol; nothing is ``OK`` where any of it is damaged.

        Returns:
            One row per client and access path: verdicts for read and write (``OK``, ``BLOCKED``,
            ``SILENTLY_WRONG``, ``HARMS_OTHERS``, ``DEGRADED``, ``UNKNOWN``, ``NOT_OFFERED``),
            blocking features, reason, fix, evidence, and which files of the log were read.

        Raises:
            UnknownClientError: the registry has no such client.
            NotADeltaTableError: there is no Delta table of that name or path.
            TableNotReadableError: its log cannot be read.

        Example:
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
        """Describe the protocol (``DESCRIBE PROTOCOL``).

        Args:
            version: of the table, rather than the newest.
            timestamp: of the table, rather than the newest.
            inspectLog: read all of the log that readers of this version open, rather than what
                tells the protocol; what is damaged is among the problems.

        Returns:
            One row: versions, features, the lowest possible protocol, whether this is the lowest,
            whether it is valid, what is wrong with it or its log if not, and which files of the
            log were read.

        Example:
            >>> deltaward.forPath(spark, "/data/orders").protocol().first().isLowest
            True
        """
        command = f"DESCRIBE PROTOCOL {self.identifier}" + _sql.as_of(version, timestamp)
        return _run(self.spark, command + _inspection(inspectLog))

    def features(
        self, version: int | None = None, timestamp: str | datetime | None = None
    ) -> DataFrame:
        """List the features of the table (``SHOW TABLE FEATURES``).

        Args:
            version: of the table, rather than the newest.
            timestamp: of the table, rather than the newest.

        Returns:
            One row per feature, with supported, enabled and used kept apart, and the evidence of
            use.

        Example:
            >>> deltaward.forPath(spark, "/data/orders").features().where("used").show()
        """
        return _run(
            self.spark,
            f"SHOW TABLE FEATURES FOR {self.identifier}" + _sql.as_of(version, timestamp),
        )

    def protocolHistory(self) -> DataFrame:
        """List the versions that changed the protocol (``SHOW PROTOCOL HISTORY``).

        Returns:
            One row per change, the newest first: operation, engine, user, features added and
            removed, the versions before and after, and what brought each feature in.

        Example:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.protocolHistory().select("version", "featuresAdded", "causeDetail").show()
        """
        return _run(self.spark, f"SHOW PROTOCOL HISTORY FOR {self.identifier}")

    def protocolPolicy(self) -> DataFrame:
        """Tell what holds for commits to the table (``SHOW PROTOCOL POLICY``).

        Returns:
            One row per rule: its mode, the clients or features that its policy names, and for each
            where it is set: table, session, cluster, default, or lock where only the lock keeps it
            in force. What is wrong with it is in ``problems``.

        Example:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.protocolPolicy().select("rule", "mode", "modeSource", "policy").show()
        """
        return _run(self.spark, f"SHOW PROTOCOL POLICY FOR {self.identifier}")

    def planDrop(self, feature: str, truncateHistory: bool = False) -> DropPlan:
        """Tell what dropping a feature would do, without doing it (``EXPLAIN DROP FEATURE``).

        Args:
            feature: its name in the protocol.
            truncateHistory: plan for ``DROP FEATURE ... TRUNCATE HISTORY``.

        Returns:
            The steps in order, with the files and bytes to rewrite, the commits, the versions that
            are lost, the times to wait for, the error that Delta would raise now, and the clients
            that gain and lose access.

        Raises:
            UnknownFeatureError: neither Delta nor the table has such a feature.

        Example:
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
        """Make the table compatible with a client (``MAKE COMPATIBLE WITH CLIENT``).

        Args:
            client: ``"trino"`` or ``"trino=470"``.
            access: only for reading, or only for writing; both by default.
            dryRun: only tell what would be run.

        Returns:
            One row per statement, with its status: ``DONE``, ``WAITING`` (call again at
            ``earliest``) or ``PLANNED``; and the clients that gain and lose access by it. No row
            where the client is compatible already.

        Raises:
            CannotMakeCompatibleError: there is no way; nothing was changed.
            UnknownClientError: the registry has no such client.

        Example:
            >>> t = deltaward.forName(spark, "sales.orders")
            >>> t.makeCompatible("duckdb", dryRun=True).select("statement", "earliest").show()
        """
        command = f"ALTER TABLE {self.identifier} MAKE COMPATIBLE WITH"
        command += _sql.clients(client) + _sql.access(access)
        return _run(self.spark, command + (" DRY RUN" if dryRun else ""))

    def checkpointProtection(self) -> DataFrame:
        """Examine the checkpoints and their protection (``SHOW CHECKPOINT PROTECTION``).

        Returns:
            One row: the boundary, each checkpoint and whether it is intact, the versions that each
            reader protocol can still open, what the next cleanup may remove, when the feature can
            be dropped, the bytes of the log, and everything that is wrong.

        Example:
            >>> deltaward.forName(spark, "sales.orders").checkpointProtection().first().problems
            []
        """
        return _run(self.spark, f"SHOW CHECKPOINT PROTECTION FOR {self.identifier}")

    def commitConflicts(self, limit: int | None = None) -> DataFrame:
        """List the commits that transactions on the table lost to (``SHOW COMMIT CONFLICTS FOR``).

        Args:
            limit: how many rows at most.

        Returns:
            The rows of :func:`commitConflicts` for this table.

        Example:
            >>> deltaward.forName(spark, "orders").commitConflicts(limit=1).first().advice
        """
        return _run(self.spark, f"SHOW COMMIT CONFLICTS FOR {self.identifier}{_most(limit)}")

    def conflictMatrix(self) -> DataFrame:
        """Tell which kinds of statements can conflict on the table (``SHOW CONFLICT MATRIX``).

        Returns:
            One row for each isolation level and pair of kinds: ``isolationLevel`` (string),
            ``inForce`` (boolean), ``operation`` and ``winningOperation`` (string), ``canConflict``
            (boolean), ``because`` (string) and ``change`` (string, None where nothing keeps the
            two apart, or nothing has to).

        Raises:
            NotADeltaTableError: there is no Delta table of that name or path.
            TableNotReadableError: its log cannot be read.

        Example:
            >>> matrix = deltaward.forName(spark, "orders").conflictMatrix()
            >>> matrix.where("inForce AND canConflict").select("operation", "change").show()
        """
        return _run(self.spark, f"SHOW CONFLICT MATRIX FOR {self.identifier}")

    def normalizeProtocol(self, dryRun: bool = False) -> DataFrame:
        """Lower the protocol to the lowest for the same features (``NORMALIZE PROTOCOL``).

        Args:
            dryRun: only tell what would be written.

        Returns:
            One row: the newest version afterwards, whether anything changed, the protocol before
            and the lowest one.

        Raises:
            InvalidProtocolError: the protocol is invalid; what it should say cannot be known.

        Example:
            >>> deltaward.forName(spark, "orders").normalizeProtocol(dryRun=True).first().changed
            False
        """
        suffix = " DRY RUN" if dryRun else ""
        return _run(self.spark, f"ALTER TABLE {self.identifier} NORMALIZE PROTOCOL{suffix}")


def forName(spark: SparkSession, tableOrViewName: str) -> Table:
    """Return the table of that name.

    Args:
        spark: a session with the extension, Classic or Connect.
        tableOrViewName: one or more parts, as in SQL: ``sales.orders``, ``sales.`2026.orders```.

    Raises:
        ValueError: the text is not a table name. Whether there is such a table is looked at when
            a method is called.

    Example:
        >>> deltaward.forName(spark, "sales.orders").compatibility().show()
    """
    return Table(spark, _sql.table_name(tableOrViewName))


def forPath(spark: SparkSession, path: str) -> Table:
    """Return the table at that path.

    Args:
        spark: a session with the extension, Classic or Connect.
        path: of the directory that holds ``_delta_log``; any file system that Hadoop knows.

    Raises:
        ValueError: the path is empty.

    Example:
        >>> deltaward.forPath(spark, "s3://lake/orders").protocol().show()
    """
    return Table(spark, _sql.table_path(path))


def audit(  # noqa: PLR0913, PLR0917 - one for each clause of the statement
    spark: SparkSession,
    catalog: str | None = None,
    schema: str | None = None,
    path: str | None = None,
    tables: Iterable[str] | None = None,
    clients: str | Iterable[str] | None = None,
    allVersions: bool = False,
    allAccessPaths: bool = False,
) -> DataFrame:
    """Tell which clients can read and write many tables (``SHOW PROTOCOL COMPATIBILITY IN``).

    The tables are read by Spark tasks, each time the answer is asked for.

    Args:
        spark: a session with the extension, Classic or Connect.
        catalog: all tables of this catalog.
        schema: all tables of this schema, with its catalog before it or not.
        path: all tables below this directory; any file system that Hadoop knows.
        tables: these, by name as :func:`forName` takes it, ``delta.`/lake/visits``` among them.
        clients: only these, each ``"trino"`` or ``"trino=470"``; all by default.
        allVersions: every known version of each client, rather than the newest.
        allAccessPaths: also those that offer neither reading nor writing.

    Returns:
        One row per table, client and access path: the verdicts as :meth:`Table.compatibility`
        gives them, with the steps that would unlock the table in place of a fix, then what the
        table is like: protocol, features, boundary, last commit, size of the log. A table that
        cannot be read is one row without a client, with its condition.

    Raises:
        ValueError: not exactly one of catalog, schema, path and tables is given.
        UnknownClientError: the registry has no such client.

    Example:
        >>> found = deltaward.audit(spark, path="s3://lake/", clients="trino")
        >>> found.where("readVerdict <> 'OK'").select("location", "reason").show()
    """
    command = f"SHOW PROTOCOL COMPATIBILITY IN {_fleet(catalog, schema, path, tables)}"
    if clients is not None:
        command += " FOR" + _sql.clients(clients)
    command += " ALL VERSIONS" if allVersions else ""
    command += " ALL ACCESS PATHS" if allAccessPaths else ""
    return notebook.shown(_run(spark, command), _summary)


def analyze(  # noqa: PLR0913, PLR0917 - one for each clause of the statement
    spark: SparkSession,
    catalog: str | None = None,
    schema: str | None = None,
    path: str | None = None,
    tables: Iterable[str] | None = None,
    clients: str | Iterable[str] | None = None,
) -> DataFrame:
    """Count what an audit finds (``ANALYZE PROTOCOL COMPATIBILITY``).

    The figures are gauges of Spark's metrics system as well, under the source ``deltaward``, until
    they are counted again in the application.

    Args:
        spark: a session with the extension, Classic or Connect.
        catalog: as :func:`audit` takes it, with those that follow.
        schema: see ``catalog``.
        path: see ``catalog``.
        tables: see ``catalog``.
        clients: only these, each ``"trino"`` or ``"trino=470"``; all by default.

    Returns:
        One row per figure: metric, client, clientVersion, accessPath, access and value.

    Raises:
        ValueError: not exactly one of catalog, schema, path and tables is given.
        UnknownClientError: the registry has no such client.

    Example:
        >>> deltaward.analyze(spark, path="s3://lake/").where("metric = 'tables_blocked'").show()
    """
    command = f"ANALYZE PROTOCOL COMPATIBILITY IN {_fleet(catalog, schema, path, tables)}"
    if clients is not None:
        command += " FOR" + _sql.clients(clients)
    return _run(spark, command)


def clients(spark: SparkSession, like: str | None = None) -> DataFrame:
    """List the client registry (``SHOW DELTA CLIENTS``).

    Args:
        spark: a session with the extension, Classic or Connect.
        like: only clients whose name matches, with ``*`` for anything and ``|`` between
            alternatives, as in ``SHOW TABLES LIKE``.

    Returns:
        One row per client and version, with the evidence and its date.

    Example:
        >>> deltaward.clients(spark, like="trino|duck*").show()
    """
    return _run(
        spark, "SHOW DELTA CLIENTS" + ("" if like is None else f" LIKE {_sql.literal(like)}")
    )


def protocolPolicy(spark: SparkSession) -> DataFrame:
    """Tell what holds for commits to tables that say nothing themselves (``SHOW PROTOCOL POLICY``).

    Args:
        spark: a session with the extension, Classic or Connect.

    Returns:
        One row per rule, as :meth:`Table.protocolPolicy` gives it for a table.

    Example:
        >>> deltaward.protocolPolicy(spark).where("modeSource != 'default'").show()
    """
    return _run(spark, "SHOW PROTOCOL POLICY")


def commitWarnings(spark: SparkSession) -> DataFrame:
    """List what commit rules have warned of in the session (``SHOW COMMIT WARNINGS``).

    Args:
        spark: a session with the extension, Classic or Connect.

    Returns:
        One row per warning, the newest first: its number in the session, time, table, operation,
        rule, the condition under which ``enforce`` would have refused, and the message.

    Example:
        >>> deltaward.commitWarnings(spark).select("tableName", "message").show(truncate=False)
    """
    return _run(spark, "SHOW COMMIT WARNINGS")


def commitConflicts(spark: SparkSession, limit: int | None = None) -> DataFrame:
    """List the commits that transactions of the application lost to (``SHOW COMMIT CONFLICTS``).

    Args:
        spark: a session with the extension, Classic or Connect.
        limit: how many rows at most.

    Returns:
        One row per check against a commit that won, the newest first: both operations with their
        users, jobs and engines, the outcome (``RETRIED``, ``RESOLVED`` or ``FAILED``), how it was
        resolved or the reason why it was not, files, predicates, whether a retry can succeed,
        and what would have kept the two apart.

    Example:
        >>> failed = deltaward.commitConflicts(spark).where("outcome = 'FAILED'")
        >>> failed.select("tableName", "winningOperation", "reason", "advice").show()
    """
    return _run(spark, f"SHOW COMMIT CONFLICTS{_most(limit)}")


def explainProtocol(spark: SparkSession, statement: str) -> DataFrame:
    """Tell what a statement would do to a table's protocol, without running it.

    Args:
        spark: a session with the extension, Classic or Connect.
        statement: a ``CREATE TABLE`` or ``REPLACE TABLE``, also ``AS SELECT``, an ``INSERT`` or
            ``MERGE``, or an ``ALTER TABLE`` that sets properties, changes columns, clustering or
            constraints, or drops a feature.

    Returns:
        One row: features added and removed, what brings them in, the clients that would lose
        access, the commit rule that would refuse, and what is asked for in vain.

    Raises:
        DeltawardError: the statement is of another kind; it is not run.

    Example:
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
    from deltaward._report import report  # noqa: PLC0415 - which itself asks tables

    return notebook.summary(report(found))


def _most(limit: int | None) -> str:
    return "" if limit is None else f" LIMIT {int(limit)}"


def _inspection(inspectLog: bool) -> str:
    return " INSPECT LOG" if inspectLog else ""


def _run(spark: SparkSession, command: str) -> DataFrame:
    try:
        with errors():
            frame = spark.sql(command)
            # On Connect nothing is analysed until it must be: fail here, where the caller is.
            _ = frame.schema
            return frame
    except PySparkException as refused:
        if isinstance(refused, DeltawardError) or has_extension(spark):
            raise
        raise missing(spark) from refused
