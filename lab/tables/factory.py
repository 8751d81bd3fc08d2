"""Writes the lab tables with Delta on Spark, and the catalogue of what they hold."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.cells import LabTable
from lab.facts import facts
from lab.judge import difference
from lab.many import many_rows
from lab.rows import from_spark, same_rows
from lab.spark import forget
from lab.tables.bounded import BOUNDED
from lab.tables.byhand import BY_HAND
from lab.tables.far import FAR
from lab.tables.large import LARGE
from lab.tables.legacy import LEGACY
from lab.tables.listed import LISTED
from lab.tables.lives import LIVED
from lab.tables.pairs import PAIRS
from lab.tables.places import PLACED
from lab.tables.recipe import FIRST, SECOND, Act, Recipe

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

RECIPES: tuple[Recipe, ...] = (
    LEGACY + BOUNDED + LISTED + BY_HAND + PLACED + FAR + LARGE + PAIRS + LIVED
)


def write(spark: SparkSession, recipe: Recipe, root: Path) -> LabTable:
    """Write one table and check that it holds what the recipe says.

    Raises:
        ValueError: Delta on Spark reads other rows.
    """
    path = root / (recipe.directory or recipe.name)
    shutil.rmtree(path, ignore_errors=True)
    table = f"delta.`{path}`"
    properties = ", ".join(f"'{k}' = '{v}'" for k, v in recipe.properties.items())
    clause = f"{recipe.clause} TBLPROPERTIES ({properties})" if properties else recipe.clause
    spark.sql(f"CREATE TABLE {table} ({recipe.schema}) USING delta {clause}")
    for statement in recipe.before:
        spark.sql(statement.replace("{t}", table))
    for values in (FIRST, SECOND):
        spark.sql(
            f"INSERT INTO {table} ({recipe.insert}) "
            f"SELECT /*+ COALESCE(1) */ {recipe.select} "
            f"FROM VALUES {values} AS rows(id, name, amount)"
        )
    protocol = newest_protocol(path / "_delta_log")
    for one in recipe.after:
        if isinstance(one, Act):
            one.do(spark, path)
        else:
            spark.sql(one.replace("{t}", table))
        # Later acts can remove the commits that have the protocol.
        protocol = newest_protocol(path / "_delta_log") or protocol
    if recipe.edit is not None:
        recipe.edit(path / "_delta_log")
        forget(spark)
    if recipe.delta_reads:
        found = from_spark(spark.sql(f"SELECT * FROM {table}"))
        rows = recipe.rows + many_rows(recipe.many)
        if not same_rows(found, rows):
            raise ValueError(f"{recipe.name}: {difference(found, list(rows))}")
    protocol = newest_protocol(path / "_delta_log") or protocol
    return LabTable(
        recipe.name,
        recipe.feature,
        recipe.state,
        (protocol["minReaderVersion"], protocol["minWriterVersion"]),
        tuple(sorted({*protocol.get("readerFeatures", []), *protocol.get("writerFeatures", [])})),
        tuple(sorted(protocol.get("readerFeatures", []))),
        recipe.rows + many_rows(recipe.many),
        recipe.columns,
        recipe.added,
        recipe.filled,
        recipe.violating,
        recipe.forbids,
        recipe.delta_reads,
        recipe.way,
        recipe.levels,
        directory=recipe.directory,
        hidden=recipe.hidden,
        many=recipe.many,
    )


def newest_protocol(log: Path) -> dict[str, Any]:
    """Returns the newest protocol in the existing commits; empty if they have none."""
    for commit in sorted(log.glob("*.json"), reverse=True):
        for line in commit.read_text().splitlines():
            action = json.loads(line)
            if "protocol" in action:
                return dict(action["protocol"])
    return {}


def write_all(spark: SparkSession, root: Path, catalogue: Path, wanted: set[str]) -> None:
    """Writes every table, or the wanted ones, and the catalogue with one table a line."""
    root.mkdir(parents=True, exist_ok=True)
    known = {t.name: t for t in read_catalogue(catalogue)} if catalogue.exists() else {}
    for recipe in RECIPES:
        if not wanted or recipe.name in wanted:
            known[recipe.name] = write(spark, recipe, root)
    _write_catalogue(catalogue, [known[r.name] for r in RECIPES if r.name in known])


def add_facts(spark: SparkSession, root: Path, catalogue: Path, wanted: set[str]) -> None:
    """Adds to the catalogue the product's facts about every table, or about the wanted ones."""
    tables = [
        replace(table, facts=facts(spark, root / table.path))
        if table.delta_reads and (not wanted or table.name in wanted)
        else table
        for table in read_catalogue(catalogue)
    ]
    _write_catalogue(catalogue, tables)


def _write_catalogue(catalogue: Path, tables: list[LabTable]) -> None:
    lines = ",\n".join(json.dumps(table.to_json()) for table in tables)
    catalogue.write_text(f"[\n{lines}\n]\n")


def read_catalogue(path: Path) -> list[LabTable]:
    """The tables that were written."""
    return [LabTable.of(entry) for entry in json.loads(path.read_text())]
