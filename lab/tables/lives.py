"""Tables at each step of a life: features come and go, and other things happen.

Each step builds on the steps before it, and leaves a table of its own. So each client reads every
step.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lab.cells import Column, Row
from lab.content import BASE_COLUMNS, BASE_ROWS
from lab.tables.acts import CLONED, REPLACED, converted
from lab.tables.legacy import legacy
from lab.tables.recipe import BASE_SCHEMA, Recipe
from lab.tables.steps import (
    BY_NAME,
    CHECKPOINTED,
    IN_PARTS,
    INSERTED,
    INSERTED_TOO,
    NOT_MAPPED,
    ONLY_CHECKPOINT,
    ONLY_IN_PARTS,
    OPTIMIZED,
    PURGED,
    V2_OFF,
    V2_ON,
    VACUUMED,
    VECTORS_OFF,
    VECTORS_ON,
    WIDENING_ON,
    Step,
    appended_by,
    changed,
    deleted,
    deleted_by,
    done_by,
    dropped,
    feature_dropped,
    feature_truncated,
    filled,
    inserted,
    renamed,
    restored,
    setting,
    step,
    updated,
)

LIFE = "life"
# Properties of a table that neither protocol nor schema tells.
OTHER_WRITER = "files that another engine wrote"
DROPPED_VARIANTS = "files with variants in a column that was dropped"
TWO_CHECKPOINTS = "two checkpoints of one version, in parts and whole (delta-rs#2643)"


@dataclass(frozen=True)
class Life:
    """A table from its creation on.

    Attributes:
        born: how it is created and filled.
        untold: what neither protocol nor schema tells about it, so that verdicts leave it out.
    """

    name: str
    born: Recipe
    steps: tuple[Step, ...]
    untold: str = ""

    def recipes(self) -> Iterator[Recipe]:
        """Yields the table after each step.

        All names have the same suffix, so that all tables or none are held out of the registry.
        """
        end = hashlib.sha256(self.name.encode()).hexdigest()[:8]
        recipe = self.born
        untold = {"untold": self.untold} if self.untold else {}
        for number, one in enumerate(self.steps, 1):
            recipe = replace(
                recipe,
                variant=f"{self.name}-{number}-{one.name}-{end}",
                after=(*recipe.after, *one.does),
                rows=one.change(recipe.rows),
                levels={"life": self.name, "step": one.name, **untold},
            )
            yield recipe


def _born(schema: str = BASE_SCHEMA, clause: str = "", **properties: str) -> Recipe:
    """Returns a table with the base columns. Property names leave out the prefix ``delta.``."""
    given = {f"delta.{key}": value for key, value in properties.items()}
    return Recipe(LIFE, "used", "", given, schema=schema, clause=clause)


def _with(column: str, type_: str, select: str, values: tuple[object, ...], **more: Any) -> Recipe:
    """A table with one more column."""
    rows = tuple({**row, column: value} for row, value in zip(BASE_ROWS, values, strict=True))
    return Recipe(
        LIFE,
        "used",
        schema=f"{BASE_SCHEMA}, {column} {type_}",
        insert=f"id, name, amount, {column}",
        select=f"*, {select}",
        rows=rows,
        columns=(*BASE_COLUMNS, Column(column, type_.lower())),
        **more,
    )


def _fields(name: str, change: str, becomes: Callable[[Row], Row]) -> Step:
    """Changes the fields of the struct."""
    return Step(
        name,
        (f"ALTER TABLE {{t}} {change}",),
        lambda rows: tuple({**row, "s": becomes(row["s"])} for row in rows),
    )


PLAIN = _born()
VECTORS = _born(enableDeletionVectors="true")
MAPPED = _born(**{"columnMapping.mode": "name"})
PARTITIONED = _with(
    "part", "STRING", "if(id < 3, 'x', 'y')", ("x", "x", "y", "y"), clause="PARTITIONED BY (part)"
)
NUMBERED = _with("number", "INT", "id", (1, 2, 3, 4))
NUMBERED_PARTS = replace(NUMBERED, clause="PARTITIONED BY (number)")
NESTED = _with(
    "s",
    "STRUCT<a: INT, b: STRING>",
    "named_struct('a', id, 'b', name)",
    tuple({"a": row["id"], "b": row["name"]} for row in BASE_ROWS),
)
LARGE = str(2**40)
DAILY = _with(
    "day",
    "DATE",
    "DATE'2026-01-02' + CAST(id AS INT)",
    ("2026-01-03", "2026-01-04", "2026-01-05", "2026-01-06"),
    clause="PARTITIONED BY (day)",
)
FIVE_AT_A_PRICE = inserted("5, 'e', 5.5, 'y'", id=5, name="e", price=5.5, part="y")
FIVE_IN_Y = inserted("5, 'e', 5.5, 'y'", id=5, name="e", amount=5.5, part="y")
WIDENED = step("widen", "ALTER TABLE {t} ALTER COLUMN number TYPE BIGINT")
LARGE_NUMBER = inserted(f"5, 'e', 5.5, {LARGE}", id=5, name="e", amount=5.5, number=int(LARGE))
AFTER_DELETE = BASE_ROWS[:3]

LIVES: tuple[Life, ...] = (
    # Deletion vectors
    Life(
        "vectors-dropped",
        PLAIN,
        (
            VECTORS_ON,
            deleted(4),
            PURGED,
            VECTORS_OFF,
            feature_dropped("deletionVectors"),
            INSERTED,
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "vectors-truncated",
        PLAIN,
        (
            VECTORS_ON,
            deleted(4),
            VECTORS_OFF,
            PURGED,
            feature_truncated("deletionVectors"),
            INSERTED,
        ),
    ),
    Life("vectors-kept", VECTORS, (deleted(4), VECTORS_OFF, ONLY_CHECKPOINT, deleted(3), INSERTED)),
    Life(
        "vectors-again",
        VECTORS,
        (deleted(4), updated(3, 9.5), OPTIMIZED, deleted(2), ONLY_CHECKPOINT, VACUUMED),
    ),
    Life("vectors-restored", VECTORS, (deleted(4), PURGED, restored(2, BASE_ROWS), deleted(1))),
    Life("vectors-whole-file", VECTORS, (deleted(3), deleted(4), CHECKPOINTED, INSERTED)),
    Life(
        "vectors-partitioned",
        replace(PARTITIONED, properties=VECTORS.properties),
        (deleted(2), FIVE_IN_Y, deleted(3), ONLY_CHECKPOINT, PURGED),
    ),
    Life(
        "vectors-mapped",
        replace(MAPPED, properties={**MAPPED.properties, **VECTORS.properties}),
        (deleted(4), renamed("name", "title"), ONLY_CHECKPOINT, PURGED, VECTORS_OFF),
    ),
    # Checkpoints
    Life(
        "v2-and-back",
        PLAIN,
        (V2_ON, CHECKPOINTED, deleted(4), V2_OFF, ONLY_CHECKPOINT, feature_dropped("v2Checkpoint")),
    ),
    Life(
        "v2-with-vectors",
        VECTORS,
        (V2_ON, deleted(4), ONLY_CHECKPOINT, INSERTED, V2_OFF, CHECKPOINTED),
    ),
    Life("cleaned", PLAIN, (ONLY_CHECKPOINT, INSERTED, deleted(1), ONLY_CHECKPOINT, VACUUMED)),
    Life(
        "in-parts",
        PLAIN,
        (ONLY_IN_PARTS, INSERTED, deleted(1), ONLY_CHECKPOINT),
    ),
    # Columns
    Life(
        "renamed",
        PLAIN,
        (
            BY_NAME,
            renamed("name", "title"),
            filled("add-name", "ALTER TABLE {t} ADD COLUMN name STRING", name=None),
            changed("fill-name", 1, "UPDATE {t} SET name = 'new' WHERE id = 1", name="new"),
            dropped("title"),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "dropped-column",
        PLAIN,
        (
            BY_NAME,
            dropped("name"),
            filled("add-name", "ALTER TABLE {t} ADD COLUMN name STRING", name=None),
            changed("fill-name", 1, "UPDATE {t} SET name = 'new' WHERE id = 1", name="new"),
            OPTIMIZED,
        ),
    ),
    Life(
        "mapping-undone",
        PLAIN,
        (
            BY_NAME,
            renamed("name", "title"),
            NOT_MAPPED,
            feature_dropped("columnMapping"),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "mapping-truncated",
        PLAIN,
        (BY_NAME, dropped("name"), NOT_MAPPED, feature_truncated("columnMapping")),
    ),
    Life(
        "mapped-partitions",
        PARTITIONED,
        (BY_NAME, renamed("part", "area"), renamed("id", "key"), CHECKPOINTED, OPTIMIZED),
    ),
    Life(
        "renamed-before-partition",
        PARTITIONED,
        (BY_NAME, renamed("amount", "price"), CHECKPOINTED, FIVE_AT_A_PRICE, ONLY_CHECKPOINT),
    ),
    Life(
        "renamed-before-number",
        NUMBERED_PARTS,
        (BY_NAME, renamed("amount", "price"), deleted(2), OPTIMIZED),
    ),
    Life(
        "renamed-before-date",
        DAILY,
        (BY_NAME, renamed("day", "date"), renamed("amount", "price"), ONLY_CHECKPOINT),
    ),
    Life(
        "nested",
        NESTED,
        (
            BY_NAME,
            _fields("rename-field", "RENAME COLUMN s.a TO c", lambda s: {"c": s["a"], "b": s["b"]}),
            _fields("drop-field", "DROP COLUMN s.b", lambda s: {"c": s["c"]}),
            _fields("add-field", "ADD COLUMN s.b STRING", lambda s: {**s, "b": None}),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "reordered",
        PLAIN,
        (
            step("last", "ALTER TABLE {t} ALTER COLUMN id AFTER amount"),
            filled("first", "ALTER TABLE {t} ADD COLUMN zero STRING FIRST", zero=None),
            updated(1, 9.5),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "defaults",
        MAPPED,
        (
            setting("allow-defaults", **{"feature.allowColumnDefaults": "supported"}),
            filled("add-flag", "ALTER TABLE {t} ADD COLUMN flag STRING", flag=None),
            step("default", "ALTER TABLE {t} ALTER COLUMN flag SET DEFAULT 'f'"),
            Step(
                "insert-5",
                ("INSERT INTO {t} (id, name, amount) VALUES (5, 'e', 5.5)",),
                lambda rows: (*rows, {"id": 5, "name": "e", "amount": 5.5, "flag": "f"}),
            ),
            dropped("flag"),
        ),
    ),
    # Types
    Life(
        "widened",
        NUMBERED,
        (
            WIDENING_ON,
            WIDENED,
            LARGE_NUMBER,
            ONLY_CHECKPOINT,
            setting("widening-off", enableTypeWidening="false"),
            feature_dropped("typeWidening"),
        ),
    ),
    Life("widened-partitions", NUMBERED_PARTS, (WIDENING_ON, WIDENED, LARGE_NUMBER, OPTIMIZED)),
    Life(
        "variant",
        MAPPED,
        (
            Step(
                "add-variant",
                ("ALTER TABLE {t} ADD COLUMN v VARIANT", "UPDATE {t} SET v = parse_json('4')"),
                lambda rows: tuple({**row, "v": {"$variant": 4}} for row in rows),
            ),
            dropped("v"),
            ONLY_CHECKPOINT,
        ),
        DROPPED_VARIANTS,
    ),
    Life(
        "local-time",
        MAPPED,
        (
            setting("allow-ntz", **{"feature.timestampNtz": "supported"}),
            filled("add-time", "ALTER TABLE {t} ADD COLUMN at TIMESTAMP_NTZ", at=None),
            ONLY_CHECKPOINT,
            dropped("at"),
            PURGED,
        ),
    ),
    # Writer features
    Life(
        "changes",
        VECTORS,
        (
            setting("changes-on", enableChangeDataFeed="true"),
            updated(1, 9.5),
            deleted(4),
            setting("changes-off", enableChangeDataFeed="false"),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "tracked-rows",
        PLAIN,
        (
            setting("rows-on", enableRowTracking="true"),
            updated(1, 9.5),
            OPTIMIZED,
            ONLY_CHECKPOINT,
            setting("rows-off", enableRowTracking="false"),
            feature_dropped("rowTracking"),
        ),
    ),
    Life(
        "timestamps-of-commits",
        PLAIN,
        (
            setting("timestamps-on", enableInCommitTimestamps="true"),
            INSERTED,
            ONLY_CHECKPOINT,
            setting("timestamps-off", enableInCommitTimestamps="false"),
            feature_dropped("inCommitTimestamp"),
        ),
    ),
    Life(
        "clustered",
        PLAIN,
        (
            step("cluster", "ALTER TABLE {t} CLUSTER BY (id)"),
            OPTIMIZED,
            step("by-name-of-row", "ALTER TABLE {t} CLUSTER BY (name)"),
            step("not-clustered", "ALTER TABLE {t} CLUSTER BY NONE"),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "constrained",
        PLAIN,
        (
            step("add-check", "ALTER TABLE {t} ADD CONSTRAINT positive CHECK (id > 0)"),
            INSERTED,
            step("drop-check", "ALTER TABLE {t} DROP CONSTRAINT positive"),
            feature_dropped("checkConstraints"),
        ),
    ),
    Life(
        "append-only",
        _born(appendOnly="true"),
        (INSERTED, setting("not-append-only", appendOnly="false"), deleted(1), ONLY_CHECKPOINT),
    ),
    Life(
        "iceberg",
        MAPPED,
        (
            setting("iceberg-on", enableIcebergCompatV2="true"),
            INSERTED,
            ONLY_CHECKPOINT,
            setting("iceberg-off", enableIcebergCompatV2="false"),
        ),
    ),
    Life(
        "protocol-raised",
        replace(PLAIN, properties=legacy(1, 2)),
        (
            setting("raise-to-2-5", minReaderVersion="2", minWriterVersion="5"),
            setting("raise-to-3-7", minReaderVersion="3", minWriterVersion="7"),
            VECTORS_ON,
            deleted(4),
            feature_truncated("deletionVectors"),
        ),
    ),
    # Tables that are converted, cloned, restored or replaced
    Life("converted", PLAIN, (step("convert", converted()), INSERTED, VECTORS_ON, deleted(4))),
    Life(
        "converted-partitions",
        PARTITIONED,
        (
            step("convert", converted("part STRING")),
            FIVE_IN_Y,
            BY_NAME,
            renamed("part", "area"),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "cloned",
        PLAIN,
        (step("clone", CLONED), INSERTED, deleted(1), ONLY_CHECKPOINT, OPTIMIZED),
    ),
    Life(
        "cloned-with-vectors",
        VECTORS,
        (deleted(4), step("clone", CLONED), deleted(1), ONLY_CHECKPOINT, PURGED),
    ),
    Life(
        "cloned-partitions",
        PARTITIONED,
        (step("clone", CLONED), FIVE_IN_Y, ONLY_CHECKPOINT, OPTIMIZED),
    ),
    Life(
        "restored-columns",
        PLAIN,
        (
            filled("add-more", "ALTER TABLE {t} ADD COLUMN more STRING", more=None),
            changed("fill-more", 1, "UPDATE {t} SET more = 'm' WHERE id = 1", more="m"),
            restored(2, BASE_ROWS),
            INSERTED,
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "replaced",
        PARTITIONED,
        (
            Step(
                "replace",
                (REPLACED,),
                lambda rows: tuple(
                    {name: row[name] for name in ("id", "name", "amount")} for row in rows[:2]
                ),
            ),
            INSERTED,
            INSERTED_TOO,
            restored(2, PARTITIONED.rows),
            ONLY_CHECKPOINT,
        ),
    ),
    Life(
        "emptied",
        VECTORS,
        (
            Step("empty", ("DELETE FROM {t}",), lambda _: ()),
            ONLY_CHECKPOINT,
            INSERTED,
            VACUUMED,
        ),
    ),
    # Other engines
    Life(
        "deltalake-appends",
        PLAIN,
        (
            appended_by("deltalake", "rust"),
            deleted(1),
            done_by("deltalake", "optimize", "checkpoint"),
            INSERTED_TOO,
            done_by("deltalake", "optimize", "optimize"),
            ONLY_CHECKPOINT,
        ),
        OTHER_WRITER,
    ),
    Life(
        "checkpoints-of-two",
        PLAIN,
        (IN_PARTS, done_by("deltalake", "optimize", "checkpoint"), INSERTED),
        TWO_CHECKPOINTS,
    ),
    Life(
        "checkpoints-of-two-reversed",
        PLAIN,
        (done_by("deltalake", "optimize", "checkpoint"), IN_PARTS, INSERTED),
        TWO_CHECKPOINTS,
    ),
    Life(
        "deltalake-deletes",
        PARTITIONED,
        (
            deleted_by("deltalake", "delete"),
            FIVE_IN_Y,
            done_by("deltalake", "optimize", "checkpoint"),
            done_by("deltalake", "optimize", "vacuum"),
            deleted(1),
        ),
        OTHER_WRITER,
    ),
    Life(
        "deltalake-checkpoints-vectors",
        VECTORS,
        (
            deleted(4),
            appended_by("deltalake", "rust"),
            done_by("deltalake", "optimize", "checkpoint"),
            deleted(5),
            ONLY_CHECKPOINT,
        ),
        OTHER_WRITER,
    ),
    Life(
        "duckdb-appends",
        VECTORS,
        (deleted(4), appended_by("duckdb", "attach"), deleted(5), ONLY_CHECKPOINT, OPTIMIZED),
        OTHER_WRITER,
    ),
    Life(
        "polars-appends",
        PLAIN,
        (appended_by("polars", "scan_delta"), updated(1, 9.5), ONLY_CHECKPOINT, OPTIMIZED),
        OTHER_WRITER,
    ),
)

LIVED: tuple[Recipe, ...] = tuple(recipe for life in LIVES for recipe in life.recipes())
