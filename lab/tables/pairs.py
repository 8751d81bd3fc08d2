"""Generated tables that together have every possible pair of levels of :data:`FACTORS`.

They are a covering array, without combinations that Delta does not write. If a client fails on two
things together, such as column mapping in a partitioned table, some table shows it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from lab.cells import ANY_BUT_NULL, Column, Row
from lab.content import BASE_COLUMNS, BASE_ROWS
from lab.tables.byhand import keep_checkpoint_only
from lab.tables.recipe import Recipe
from lab.tables.values import COLUMNS, PARTITIONS, Values

Levels = dict[str, str]
Level = tuple[str, str]
Pair = tuple[Level, Level]

NO = "no"
SEVERAL = "several"

FACTORS: dict[str, list[str]] = {
    "column": [NO, *COLUMNS],
    "partition": [NO, *PARTITIONS],
    "mapping": [NO, "name", "late", "id", "renamed", "dropped"],
    "change": [NO, "deleted", "vector", "update", "purged"],
    "layout": [NO, "legacy", "int96", "zstd", "pages-v2", "uncompressed"],
    "checkpoint": [NO, "classic", "struct-stats", "v2-json", "v2-parquet"],
    "evolution": [NO, "added", "widened", "default"],
    "rule": [NO, "check", "not-null", "generated", "identity"],
    "tracking": [NO, "rows", "changes", "timestamps"],
    "names": [NO, "upper", "unicode", "spaced"],
    "clustering": [NO, "id"],
    "statistics": [NO, "none"],
    "iceberg": [NO, "V2"],
}

_NAMES = {NO: "c", "upper": "C", "unicode": "größe", "spaced": "a b.c"}
_SETTINGS = {
    "legacy": ("spark.sql.parquet.writeLegacyFormat", "true"),
    "int96": ("spark.sql.parquet.outputTimestampType", "INT96"),
    "zstd": ("spark.sql.parquet.compression.codec", "zstd"),
    "pages-v2": ("parquet.writer.version", "v2"),
    "uncompressed": ("spark.sql.parquet.compression.codec", "uncompressed"),
    "v2-json": ("spark.databricks.delta.checkpointV2.topLevelFileFormat", "json"),
    "v2-parquet": ("spark.databricks.delta.checkpointV2.topLevelFileFormat", "parquet"),
}
_FEATURE = {"delta.feature.columnMapping": "supported"}
_MODE = "delta.columnMapping.mode"
_VECTORS = {"delta.enableDeletionVectors": "true"}
_PROPERTIES: dict[str, dict[str, dict[str, str]]] = {
    "mapping": {
        "name": {_MODE: "name"},
        "id": {_MODE: "id"},
        "late": _FEATURE,
        "renamed": _FEATURE,
        "dropped": _FEATURE,
    },
    "change": {"vector": _VECTORS, "update": _VECTORS, "purged": _VECTORS},
    "checkpoint": {
        "struct-stats": {
            "delta.checkpoint.writeStatsAsStruct": "true",
            "delta.checkpoint.writeStatsAsJson": "false",
        },
        "v2-json": {"delta.checkpointPolicy": "v2"},
        "v2-parquet": {"delta.checkpointPolicy": "v2"},
    },
    "evolution": {
        "widened": {"delta.enableTypeWidening": "true"},
        "default": {"delta.feature.allowColumnDefaults": "supported"},
    },
    "tracking": {
        "rows": {"delta.enableRowTracking": "true"},
        "changes": {"delta.enableChangeDataFeed": "true"},
        "timestamps": {"delta.enableInCommitTimestamps": "true"},
    },
    "statistics": {"none": {"delta.dataSkippingNumIndexedCols": "0"}},
    "iceberg": {"V2": {"delta.enableIcebergCompatV2": "true"}},
}
_BY_NAME = f"ALTER TABLE {{t}} SET TBLPROPERTIES ('{_MODE}' = 'name')"
_AFTER: dict[str, dict[str, tuple[str, ...]]] = {
    "mapping": {
        "late": (_BY_NAME,),
        "renamed": (_BY_NAME, "ALTER TABLE {t} RENAME COLUMN name TO title"),
        "dropped": (_BY_NAME, "ALTER TABLE {t} DROP COLUMN gone"),
    },
    "evolution": {
        "added": (
            "ALTER TABLE {t} ADD COLUMN late STRING",
            "UPDATE {t} SET late = 'n' WHERE id = 1",
        ),
        "widened": ("ALTER TABLE {t} ALTER COLUMN wide TYPE BIGINT",),
    },
    "change": {
        "deleted": ("DELETE FROM {t} WHERE id = 4",),
        "vector": ("DELETE FROM {t} WHERE id = 4",),
        "update": ("UPDATE {t} SET amount = 4.0 WHERE id = 4",),
        "purged": ("DELETE FROM {t} WHERE id = 4", "REORG TABLE {t} APPLY (PURGE)"),
    },
}
# Rows 3 and 4 share a partition, and so a file. A deletion vector can mark one of them.
_PARTITION_OF = (1, 3, 2, 2)


def can_be(levels: Levels) -> bool:
    """Returns whether Delta can write a table with these levels. Some factors may lack one."""

    def has(factor: str, *among: str) -> bool:
        """Returns whether the factor has one of these levels, or by default any but ``NO``."""
        level = levels.get(factor, NO)
        return level in among if among else level != NO

    def lacks(factor: str, *among: str) -> bool:
        return factor in levels and not has(factor, *among)

    return not (
        (has("clustering") and (has("partition") or has("statistics")))
        or (has("names", "spaced") and lacks("mapping", "name", "id"))
        or (has("names") and lacks("column"))
        or (has("iceberg") and lacks("mapping", "name", "id"))
        or (has("iceberg") and has("change", "vector", "update", "purged"))
        or (has("iceberg") and has("partition", "short-decimal", "long-decimal"))
        or (has("iceberg") and "variant" in levels.get("column", ""))
    )


def array() -> list[Levels]:
    """Returns the levels of each table, always the same. Every possible pair is in some table.

    Most pairs are in two tables, so that one can be held out of the registry. The exceptions are
    pairs of a column's type and a partition column's type, since a few stand for the rest.
    """
    once = _covering(
        (one, other)
        for factor, second in combinations(FACTORS, 2)
        for one, other in product(
            product([factor], FACTORS[factor]), product([second], FACTORS[second])
        )
    )
    often = Counter(pair for row in once for pair in combinations(row.items(), 2))
    again = _covering(
        pair
        for pair, times in often.items()
        if times == 1 and {factor for factor, _ in pair} != {"column", "partition"}
    )
    return once + [row for row in again if row not in once]


def _covering(pairs: Iterable[Pair]) -> list[Levels]:
    """Returns tables that together have each of the pairs that is possible."""
    rows: list[Levels] = []
    left = dict.fromkeys(pairs)
    while left:
        first = next(iter(left))
        row = _completed(dict(first), left)
        for pair in [first] if row is None else combinations(row.items(), 2):
            left.pop(pair, None)
        if row is not None:
            rows.append(row)
    return rows


def _completed(levels: Levels, left: Container[Pair]) -> Levels | None:
    """Chooses the levels of other factors, and prefers those with most of the pairs left."""
    if not can_be(levels):
        return None
    free = next((factor for factor in FACTORS if factor not in levels), None)
    if free is None:
        return {factor: levels[factor] for factor in FACTORS}

    def new(level: str) -> int:
        own = {**levels, free: level}
        return sum(
            pair in left for pair in combinations([(f, own[f]) for f in FACTORS if f in own], 2)
        )

    tried = sorted(FACTORS[free], key=new, reverse=True)
    found = (_completed({**levels, free: level}, left) for level in tried)
    return next((row for row in found if row is not None), None)


def recipe(levels: Levels) -> Recipe:
    """Returns the recipe of the table with these levels."""
    properties = {
        key: value
        for factor, by_level in _PROPERTIES.items()
        for key, value in by_level.get(levels[factor], {}).items()
    }
    if levels["checkpoint"] != NO:
        properties["delta.checkpointInterval"] = "2"
    parts = _parts(levels)
    settings = [_SETTINGS[levels[f]] for f in ("layout", "checkpoint") if levels[f] in _SETTINGS]
    check = "ALTER TABLE {t} ADD CONSTRAINT positive CHECK (id > 0)"
    clauses = {
        "partition": "PARTITIONED BY (p)",
        "clustering": "CLUSTER BY (id)",
    }
    given = [part for part in parts if part.sql]
    return Recipe(
        SEVERAL,
        "used",
        hashlib.sha256(json.dumps(levels).encode()).hexdigest()[:8],
        properties,
        ", ".join(part.declared for part in parts),
        next((clause for factor, clause in clauses.items() if levels[factor] != NO), ""),
        ", ".join(f"`{part.column.name}`" for part in given),
        (
            *(f"SET {key} = {value}" for key, value in settings),
            *([check] if levels["rule"] == "check" else []),
        ),
        (
            *(
                statement
                for factor, by_level in _AFTER.items()
                for statement in by_level.get(levels[factor], ())
            ),
            *(f"RESET {key}" for key, _ in settings),
        ),
        keep_checkpoint_only if levels["checkpoint"] != NO else None,
        _rows(levels, parts),
        tuple(part.column for part in given),
        select=", ".join(part.sql for part in given),
        levels=levels,
    )


@dataclass(frozen=True)
class _Part:
    """A column.

    Attributes:
        declared: its declaration at creation.
        sql: an expression over the base columns; empty if the table fills it itself.
        values: its values in the four base rows.
    """

    column: Column
    declared: str
    sql: str
    values: tuple[Any, ...]


def _parts(levels: Levels) -> list[_Part]:
    not_null = " NOT NULL" if levels["rule"] == "not-null" else ""
    parts = [
        _Part(
            column,
            f"{column.name} {column.type}{not_null if column.name == 'id' else ''}",
            column.name,
            tuple(row[column.name] for row in BASE_ROWS),
        )
        for column in BASE_COLUMNS
    ]

    def add(name: str, type_: str, sql: str, values: tuple[Any, ...], more: str = "") -> None:
        parts.append(_Part(Column(name, type_), f"`{name}` {type_}{more}", sql, values))

    if levels["partition"] != NO:
        of = PARTITIONS[levels["partition"]]
        chosen = Values(of.name, of.type, tuple(of.of[i - 1] for i in _PARTITION_OF))
        add("p", of.type, chosen.by_id(), chosen.in_json())
    if levels["column"] != NO:
        column = COLUMNS[levels["column"]]
        add(_NAMES[levels["names"]], column.type, column.by_id(), column.in_json())
    ids = tuple(row["id"] for row in BASE_ROWS)
    if levels["mapping"] == "dropped":
        add("gone", "int", "7", ())
    if levels["evolution"] == "widened":
        add("wide", "int", "id", ids)
    if levels["evolution"] == "default":
        add("flag", "string", "", ("x",) * 4, " DEFAULT 'x'")
    if levels["rule"] == "generated":
        tenfold = tuple(10 * i for i in ids)
        add("tenfold", "bigint", "", tenfold, " GENERATED ALWAYS AS (id * 10)")
    if levels["rule"] == "identity":
        add("number", "bigint", "", (ANY_BUT_NULL,) * 4, " GENERATED ALWAYS AS IDENTITY")
    return parts


def _rows(levels: Levels, parts: list[_Part]) -> tuple[Row, ...]:
    new_name = {"name": "title"} if levels["mapping"] == "renamed" else {}
    rows = [
        {
            new_name.get(part.column.name, part.column.name): part.values[i]
            for part in parts
            if part.values
        }
        for i in range(len(BASE_ROWS))
    ]
    if levels["evolution"] == "added":
        rows = [{**row, "late": "n" if row["id"] == 1 else None} for row in rows]
    return tuple(rows if levels["change"] in (NO, "update") else rows[:3])


PAIRS: tuple[Recipe, ...] = tuple(recipe(levels) for levels in array())
