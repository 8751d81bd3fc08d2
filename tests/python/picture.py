"""The pictures in the documentation: the product's answers, as a terminal shows them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from rich import box
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import deltaward
from deltaward import demo
from interleaving import run_during
from pages import ROOT

FOLDER = ROOT / "docs" / "images"


def render(name: str, spark: SparkSession, folder: Path) -> str:
    """Returns a picture as SVG. It depends only on the text, and loads no font."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    title, draw = PICTURES[name]
    draw(spark, console, folder)
    svg = console.export_svg(
        title=title,
        unique_id=name,
        code_format=re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL),
    )
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


def _demo(spark: SparkSession, console: Console, folder: Path) -> None:
    table = folder / "deletion_vectors"
    demo._deletion_vectors(spark, table)
    demo._show(spark, console, table)
    demo._refused(spark, console, folder)


def _plan(spark: SparkSession, console: Console, folder: Path) -> None:
    demo._deletion_vectors(spark, folder / "orders")
    plan = deltaward.forPath(spark, str(folder / "orders")).planDrop("deletionVectors")
    asked = 'deltaward.forName(spark, "orders").planDrop("deletionVectors")'
    _typed(console, f"print({asked}.to_markdown())")
    console.print(Markdown(plan.to_markdown()))


def _history(spark: SparkSession, console: Console, folder: Path) -> None:
    path = folder / "orders"
    demo._deletion_vectors(spark, path)
    table = f"delta.`{path}`"
    spark.sql(f"ALTER TABLE {table} SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
    spark.sql(f"ALTER TABLE {table} ADD COLUMNS (seen TIMESTAMP)")
    spark.sql(f"ALTER TABLE {table} DROP FEATURE typeWidening")
    _typed(console, "SHOW PROTOCOL HISTORY FOR orders")
    history = deltaward.forPath(spark, str(path)).protocolHistory()
    columns = ["version", "operation", "featuresAdded", "cause", "featuresRemoved"]
    _frame(console, history.select(columns))


def _conflict(spark: SparkSession, console: Console, folder: Path) -> None:
    table = f"delta.`{folder / 'stock'}`"
    spark.sql(
        f"CREATE TABLE {table} USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') "
        "AS SELECT CAST(id AS INT) AS item, 10 AS pieces FROM range(0, 10, 1, 1)"
    )

    def race(title: str, first: int, second: int) -> None:
        console.rule(f"[bold]{title}", align="left")
        statement = "UPDATE stock SET pieces = pieces - 1 WHERE item = {}"
        _typed(console, f"A  {statement.format(first)}    -- begins")
        _typed(console, f"B  {statement.format(second)}    -- begins, and commits")
        refused = run_during(
            spark,
            lambda: spark.sql(
                f"UPDATE {table} SET pieces = held(pieces) - 1 WHERE item = {first}"
            ).collect(),
            lambda: spark.sql(
                f"UPDATE {table} SET pieces = pieces - 1 WHERE item = {second}"
            ).collect(),
        )
        if refused is None:
            console.print("A  [green]commits[/green]\n")
        else:
            message = str(refused).partition(" The concurrent operation")[0]
            shown = re.sub(r"delta\.`[^`]*`|[^ ]*/stock", "stock", message)
            console.print("A  [bold red]fails[/bold red]", type(refused).__name__)
            console.print(shown + "\n", markup=False, highlight=False)

    spark.conf.set("spark.deltaward.rowLevelConcurrency.enabled", "false")
    race("Delta alone: two rows of one file", 1, 2)
    spark.conf.unset("spark.deltaward.rowLevelConcurrency.enabled")
    race("With deltaward: two rows of one file", 3, 4)
    race("With deltaward: one row", 5, 5)


def _typed(console: Console, text: str) -> None:
    console.print(text, style="cyan", markup=False, highlight=False)


def _frame(console: Console, frame: DataFrame) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in frame.columns:
        table.add_column(column)
    for row in frame.collect():
        table.add_row(*(_cell(value) for value in row))
    console.print(table)


def _cell(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


PICTURES: dict[str, tuple[str, Callable[[SparkSession, Console, Path], None]]] = {
    "demo": ("make demo", _demo),
    "plan": ("What dropping a feature takes", _plan),
    "history": ("Which commits changed the protocol", _history),
    "conflict": ("Two writers, one file", _conflict),
}
