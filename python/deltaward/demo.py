"""Runs the main job on tables that Delta itself writes into a temporary directory.

To start it, run ``deltaward demo`` or ``make demo``.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from deltaward._exceptions import CommitRefusedError, errors
from deltaward._table import forPath
from deltaward._terminal.render import compatibility_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from rich.console import Console

CLIENTS = ("delta-spark", "trino", "deltalake", "daft", "synapse-serverless-sql", "flink")


def run(spark: SparkSession, console: Console) -> None:
    """Runs the demo.

    Args:
        spark: a session with the extension.
        console: console to print to.
    """
    with tempfile.TemporaryDirectory(prefix="deltaward-demo-") as folder:
        root = Path(folder)
        for number, (name, story, create) in enumerate(_TABLES, start=1):
            path = root / name
            create(spark, path)
            console.rule(f"[bold]{number}. {name}", align="left")
            console.print(story)
            _show(spark, console, path)
        console.rule(f"[bold]{len(_TABLES) + 1}. a commit that a rule refuses", align="left")
        _refused(spark, console, root / "sales")
    console.rule()
    console.print(
        "Next: [bold]python -m deltaward show PATH[/bold] for a table of yours, or in Python "
        "[bold]deltaward.configure(SparkSession.builder)[/bold] to guard every commit."
    )


def _show(spark: SparkSession, console: Console, path: Path) -> None:
    console.print(f"[cyan]SHOW PROTOCOL COMPATIBILITY FOR '.../{path.name}'[/cyan]")
    console.print(compatibility_table(forPath(spark, str(path)).compatibility(CLIENTS).collect()))


def _deletion_vectors(spark: SparkSession, path: Path) -> None:
    table = _create(spark, path, "'delta.enableDeletionVectors' = 'true'")
    spark.sql(f"DELETE FROM {table} WHERE id % 3 = 0")


def _column_mapping(spark: SparkSession, path: Path) -> None:
    table = _create(spark, path, "'delta.columnMapping.mode' = 'name'")
    spark.sql(f"ALTER TABLE {table} RENAME COLUMN amount TO total")


def _unknown_feature(spark: SparkSession, path: Path) -> None:
    """Writes the log by hand, since no released Delta writes or opens such a table."""
    actions: list[dict[str, object]] = [
        {
            "protocol": {
                "minReaderVersion": 3,
                "minWriterVersion": 7,
                "readerFeatures": ["quantumIndex"],
                "writerFeatures": ["quantumIndex"],
            }
        },
        {
            "metaData": {
                "id": "5f1c3a52-2c0e-4a6e-9a51-6f0d6a9f2b11",
                "format": {"provider": "parquet", "options": {}},
                "schemaString": spark.createDataFrame([], "id BIGINT").schema.json(),
                "partitionColumns": [],
                "configuration": {},
                "createdTime": 1_767_225_600_000,
            }
        },
    ]
    log = path / "_delta_log"
    log.mkdir(parents=True)
    (log / f"{0:020}.json").write_text("".join(json.dumps(action) + "\n" for action in actions))


def _refused(spark: SparkSession, console: Console, path: Path) -> None:
    policy = "'deltaward.requiredClients' = 'synapse-serverless-sql read'"
    table = _create(spark, path, policy)
    statement = "ALTER TABLE {} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
    console.print(f"The table has {policy}. This statement would lock that client out:")
    console.print(f"[cyan]{statement.format(path.name)}[/cyan]\n")
    try:
        with errors():
            spark.sql(statement.format(table))
    except CommitRefusedError as refusal:
        console.print("[bold red]refused[/bold red]", refusal.getCondition())
        explanation = str(refusal).partition("] ")[2].replace(table, path.name)
        console.print(explanation, markup=False, highlight=False)
    else:
        raise RuntimeError("the commit was not refused")


def _create(spark: SparkSession, path: Path, properties: str) -> str:
    table = f"delta.`{path}`"
    spark.sql(
        f"CREATE TABLE {table} (id BIGINT, amount DOUBLE) USING delta TBLPROPERTIES ({properties})"
    )
    spark.sql(f"INSERT INTO {table} SELECT id, id * 1.5 FROM range(0, 100, 1, 1)")
    return table


_TABLES = (
    (
        "deletion_vectors",
        "A table with deletion vectors, and rows deleted through them.",
        _deletion_vectors,
    ),
    (
        "column_mapping",
        "A table with column mapping, and a column that was renamed.",
        _column_mapping,
    ),
    (
        "unknown_feature",
        "A table with a feature that Delta does not know: Delta cannot open it, deltaward can.",
        _unknown_feature,
    ),
)
