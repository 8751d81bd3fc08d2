"""Runs the main job on tables that Delta itself writes into a temporary directory.

To start it, run ``deltaward demo`` or ``make demo``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from deltaward import _demo_seller
from deltaward._exceptions import CommitRefusedError, errors
from deltaward._report.formats import text as _report_text
from deltaward._report.report import report
from deltaward._table import audit, forPath
from deltaward._terminal.render import compatibility_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from rich.console import Console

CLIENTS = ("delta-spark", "trino", "deltalake", "daft", "synapse-serverless-sql", "flink")

_ITEMS = 5_000_000


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
        for number, (title, part) in enumerate(_PARTS, start=len(_TABLES) + 1):
            console.rule(f"[bold]{number}. {title}", align="left")
            part(spark, console, root)
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


def _refused(spark: SparkSession, console: Console, root: Path) -> None:
    path = root / "sales"
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


def _resolved(spark: SparkSession, console: Console, root: Path) -> None:
    """Lowers the price of half the items in this JVM, while another JVM sells items of the rest.

    The long update overlaps with the sales, but hardly ever commits at the same moment. On a local
    disk Delta can lose one of two simultaneous commits, because a rename replaces an existing file.
    """
    path = root / "stock"
    table = f"delta.`{path}`"
    spark.sql(
        f"CREATE TABLE {table} USING delta "
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') "
        f"AS SELECT id AS item, 100 AS pieces, 50 AS price FROM range(0, {_ITEMS}, 1, 1)"
    )
    console.print("Two applications update rows of one file at the same time:")
    lower = "UPDATE {} SET price = price - 1 WHERE item % 2 = 0"
    console.print(f"[cyan]{lower.format(path.name)}[/cyan]  -- here")
    sell = _demo_seller.SELL.format(table=path.name, item=1)
    console.print(f"[cyan]{sell}[/cyan]  -- another JVM; then 3, 5")
    with subprocess.Popen(
        [sys.executable, "-m", _demo_seller.__name__, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as seller:
        # Spark 3.5 also prints the packages that it resolves to this stream.
        for line in seller.stdout:  # type: ignore[union-attr]
            if line == _demo_seller.STARTED:
                break
        seller.stdin.close()  # type: ignore[union-attr]
        spark.sql(lower.format(table))
    if seller.returncode != 0:
        raise RuntimeError("the other application failed")
    conflicts = forPath(spark, str(path)).commitConflicts()
    counts = conflicts.groupBy("outcome", "resolution").count()
    shown = Table("outcome", "resolution", "conflicts", box=box.SIMPLE_HEAD, pad_edge=False)
    for outcome, resolution, count in sorted(map(tuple, counts.collect())):
        shown.add_row(outcome, resolution, f"{count:,}")
    lowered, sold = (
        spark.table(table).where(where).count() for where in ("price < 50", "pieces < 100")
    )
    console.print(f"\nAll committed: {lowered:,} prices are lower, {sold} items are sold.")
    console.print("The conflicts of this application:")
    console.print(shown)


def _audited(spark: SparkSession, console: Console, root: Path) -> None:
    shown = " ".join(f"--client {client}" for client in CLIENTS)
    console.print(f"[cyan]deltaward audit ... {shown}[/cyan]\n")
    found = report(audit(spark, path=str(root), clients=CLIENTS))
    console.print(_report_text.renderable(found))


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

_PARTS = (
    ("a commit that a rule refuses", _refused),
    ("two applications, one file", _resolved),
    ("an audit of these tables", _audited),
)
