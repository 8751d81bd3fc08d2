"""Steps in the life of a table, and how each changes the rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lab.cells import Operation, Row
from lab.content import APPENDED, DELETED_ID
from lab.tables.acts import CHECKPOINT, CLEANED, by, truncated
from lab.tables.recipe import Act

Rows = tuple[Row, ...]
Change = Callable[[Rows], Rows]


@dataclass(frozen=True)
class Step:
    """One step of a life.

    Attributes:
        does: statements of Spark, in which ``{t}`` is the table, and acts of others.
        change: returns the rows after the step.
    """

    name: str
    does: tuple[str | Act, ...]
    change: Change = lambda rows: rows


def step(name: str, *does: str | Act) -> Step:
    """Returns a step that does not change the rows."""
    return Step(name, does)


def setting(name: str, **properties: str) -> Step:
    """Sets properties of the table, whose names here leave out the prefix ``delta.``."""
    given = ", ".join(f"'delta.{key}' = '{value}'" for key, value in properties.items())
    return step(name, f"ALTER TABLE {{t}} SET TBLPROPERTIES ({given})")


def feature_dropped(feature: str) -> Step:
    """Drops a feature, and keeps the history."""
    return step(f"drop-{feature}", f"ALTER TABLE {{t}} DROP FEATURE {feature}")


def feature_truncated(feature: str) -> Step:
    """Drops a feature, and its history with it."""
    return step(f"truncate-{feature}", truncated(feature))


def deleted(key: int) -> Step:
    """Deletes one row."""
    return Step(f"delete-{key}", (f"DELETE FROM {{t}} WHERE id = {key}",), _without(key))


def updated(key: int, amount: float) -> Step:
    """Changes the amount of one row."""
    statement = f"UPDATE {{t}} SET amount = {amount} WHERE id = {key}"
    return changed(f"update-{key}", key, statement, amount=amount)


def changed(name: str, key: int, statement: str, /, **values: object) -> Step:
    """Changes one row."""
    return Step(
        name,
        (statement,),
        lambda rows: tuple({**row, **values} if row["id"] == key else row for row in rows),
    )


def filled(name: str, statement: str, /, **values: object) -> Step:
    """Adds or changes a column, which then has one value in every row."""
    return Step(name, (statement,), lambda rows: tuple({**row, **values} for row in rows))


def renamed(old: str, new: str) -> Step:
    """Renames a column."""
    return Step(
        f"rename-{old}",
        (f"ALTER TABLE {{t}} RENAME COLUMN {old} TO {new}",),
        lambda rows: tuple(
            {(new if name == old else name): value for name, value in row.items()} for row in rows
        ),
    )


def dropped(column: str) -> Step:
    """Drops a column."""
    return Step(
        f"drop-{column}",
        (f"ALTER TABLE {{t}} DROP COLUMN {column}",),
        lambda rows: tuple(
            {name: value for name, value in row.items() if name != column} for row in rows
        ),
    )


def inserted(values: str, /, **row: object) -> Step:
    """Inserts one row. ``values`` are in the order of the columns."""
    statement = f"INSERT INTO {{t}} VALUES ({values})"
    return Step(f"insert-{row['id']}", (statement,), lambda rows: (*rows, row))


def restored(version: int, rows: Rows) -> Step:
    """Restores a version of the table."""
    return Step("restore", (f"RESTORE TABLE {{t}} TO VERSION AS OF {version}",), lambda _: rows)


def appended_by(client: str, path: str) -> Step:
    """Another engine appends a row."""
    does = by(client, path, "append")
    return Step(f"{client}-append", (does,), lambda rows: (*rows, APPENDED))


def deleted_by(client: str, path: str) -> Step:
    """Another engine deletes a row."""
    return Step(f"{client}-delete", (by(client, path, "delete"),), _without(DELETED_ID))


def done_by(client: str, path: str, operation: Operation) -> Step:
    """Another engine changes files and log, but no row."""
    return step(f"{client}-{operation}", by(client, path, operation))


def _without(key: int) -> Change:
    return lambda rows: tuple(row for row in rows if row["id"] != key)


INSERTED = inserted("5, 'e', 5.5", **APPENDED)
INSERTED_TOO = inserted("7, 'g', 7.5", id=7, name="g", amount=7.5)
OPTIMIZED = step("optimize", "OPTIMIZE {t}")
PURGED = step("purge", "REORG TABLE {t} APPLY (PURGE)")
CHECKPOINTED = step("checkpoint", CHECKPOINT)
ONLY_CHECKPOINT = step("clean", CHECKPOINT, CLEANED)
IN_PARTS = step(
    "parts",
    "SET spark.databricks.delta.checkpoint.partSize = 1",
    CHECKPOINT,
    "RESET spark.databricks.delta.checkpoint.partSize",
)
ONLY_IN_PARTS = replace(IN_PARTS, name="clean-parts", does=(*IN_PARTS.does, CLEANED))
VACUUMED = step(
    "vacuum",
    "SET spark.databricks.delta.retentionDurationCheck.enabled = false",
    "VACUUM {t} RETAIN 0 HOURS",
    "RESET spark.databricks.delta.retentionDurationCheck.enabled",
)
VECTORS_ON = setting("vectors-on", enableDeletionVectors="true")
VECTORS_OFF = setting("vectors-off", enableDeletionVectors="false")
BY_NAME = setting("by-name", **{"columnMapping.mode": "name"})
NOT_MAPPED = setting("not-mapped", **{"columnMapping.mode": "none"})
WIDENING_ON = setting("widening-on", enableTypeWidening="true")
V2_ON = setting("v2-on", checkpointPolicy="v2")
V2_OFF = setting("v2-off", checkpointPolicy="classic")
