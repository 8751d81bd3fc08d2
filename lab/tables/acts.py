"""Changes of a lab table that no statement of Spark makes: acts of other engines, and time."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from lab import content
from lab.cells import Operation
from lab.environments import command_of
from lab.fleet import newest
from lab.process import ClientProcess
from lab.spark import forget
from lab.tables.byhand import keep_checkpoint_only
from lab.tables.recipe import BASE_SCHEMA, Act

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TWO_DAYS = 2 * 24 * 3600


def _checkpoint(spark: SparkSession, path: Path) -> None:
    jvm = spark.sparkContext._jvm
    log = jvm.org.apache.spark.sql.delta.DeltaLog  # type: ignore[union-attr]
    spark.sql(f"SELECT * FROM delta.`{path}`").collect()
    log.forTable(spark._jsparkSession, str(path)).checkpoint()


CHECKPOINT = Act("-- Delta makes a checkpoint", _checkpoint)


def _clean(spark: SparkSession, path: Path) -> None:
    keep_checkpoint_only(path / "_delta_log")
    forget(spark)


CLEANED = Act("-- the commits before the newest checkpoint are removed", _clean)


def truncated(feature: str) -> Act:
    """Drops a feature and the history that used it, after making that history old enough."""

    def do(spark: SparkSession, path: Path) -> None:
        statement = f"ALTER TABLE delta.`{path}` DROP FEATURE {feature} TRUNCATE HISTORY"
        with contextlib.suppress(Exception):  # Delta asks to wait
            spark.sql(statement)
        for file in (path / "_delta_log").iterdir():
            then = file.stat().st_mtime - TWO_DAYS
            os.utime(file, (then, then))
        forget(spark)
        spark.sql(statement)

    return Act(f"ALTER TABLE t DROP FEATURE {feature} TRUNCATE HISTORY -- twice in two days", do)


def converted(partitions: str = "") -> Act:
    """Removes the table's log, and converts its Parquet files to a Delta table."""
    clause = f" PARTITIONED BY ({partitions})" if partitions else ""

    def do(spark: SparkSession, path: Path) -> None:
        shutil.rmtree(path / "_delta_log")
        forget(spark)
        spark.sql(f"CONVERT TO DELTA parquet.`{path}`{clause}")

    return Act(f"CONVERT TO DELTA parquet.`...`{clause} -- after its log was removed", do)


def _clone(spark: SparkSession, path: Path) -> None:
    origin = path.parent.parent / "origins" / path.name
    shutil.rmtree(origin, ignore_errors=True)
    origin.parent.mkdir(exist_ok=True)
    shutil.move(path, origin)
    forget(spark)
    spark.sql(f"CREATE TABLE delta.`{path}` SHALLOW CLONE delta.`{origin}`")


CLONED = Act("CREATE TABLE t SHALLOW CLONE ... -- of the table so far", _clone)


def _replace(spark: SparkSession, path: Path) -> None:
    rows = spark.sql(f"SELECT id, name, amount FROM delta.`{path}` WHERE id < 3").collect()
    frame = spark.createDataFrame(rows, BASE_SCHEMA).write.format("delta").partitionBy("name")
    frame.mode("overwrite").option("overwriteSchema", "true").save(str(path))


REPLACED = Act("-- rows 1 and 2 overwrite the table and its schema, partitioned by name", _replace)


def by(client: str, path: str, operation: Operation) -> Act:
    """Runs an operation of another engine's newest version, through one of its access paths.

    It appends and deletes the same rows as in every other test of the lab.

    Raises:
        RuntimeError: the operation fails.
    """
    setup = newest(client)

    def do(spark: SparkSession, table: Path) -> None:
        lab = table.parents[1]
        work = lab / "work" / "acts"
        work.mkdir(parents=True, exist_ok=True)
        log = lab / f"{setup.name}.log"
        process = ClientProcess(command_of(setup, lab), setup.seconds, log, work)
        try:
            answer = process.ask(
                {
                    "accessPath": path,
                    "operation": operation,
                    "table": str(table),
                    "columns": [{"name": c.name, "type": c.type} for c in content.BASE_COLUMNS],
                    "source": [content.APPENDED] if operation == "append" else [],
                    "key": "id",
                    "deleted": content.DELETED_ID,
                    "partial": False,
                }
            )
        finally:
            process.stop()
        if "error" in answer:
            raise RuntimeError(f"{client}: {answer['error']}")
        forget(spark)

    return Act(f"-- {operation} by {client} {setup.version}", do)
