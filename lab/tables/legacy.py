"""Tables with a legacy protocol (rule P3)."""

from __future__ import annotations

from lab.cells import ANY_BUT_NULL, TEN_TIMES_THE_KEY, Column
from lab.content import BASE_COLUMNS, BASE_ROWS
from lab.tables.recipe import BASE_SCHEMA, Recipe

POSITIVE = "amount IS NULL OR amount > 0"
NEGATIVE = {"id": 7, "name": "g", "amount": -1.0}


def legacy(reader: int, writer: int, **more: str) -> dict[str, str]:
    """Properties that give a new table this protocol."""
    return {"delta.minReaderVersion": str(reader), "delta.minWriterVersion": str(writer), **more}


def _mapped(reader: int, writer: int) -> tuple[Recipe, ...]:
    """Column mapping: off, turned on over existing names, with a new name, with made-up names."""
    protocol = legacy(reader, writer)
    variant = f"legacy-{reader}-{writer}"
    on = "ALTER TABLE {t} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    renamed = tuple({"id": r["id"], "title": r["name"], "amount": r["amount"]} for r in BASE_ROWS)
    return (
        Recipe("columnMapping", "supported", variant, protocol),
        Recipe("columnMapping", "enabled", variant, protocol, after=(on,), way="byKeptName"),
        Recipe(
            "columnMapping",
            "used",
            f"{variant}-renamed",
            protocol,
            after=(on, "ALTER TABLE {t} RENAME COLUMN name TO title"),
            rows=renamed,
            columns=(BASE_COLUMNS[0], Column("title", "string"), BASE_COLUMNS[2]),
            way="byKeptName",
        ),
        Recipe(
            "columnMapping",
            "used",
            f"{variant}-physical-names",
            {**protocol, "delta.columnMapping.mode": "name"},
            way="byNewName",
        ),
    )


LEGACY: tuple[Recipe, ...] = (
    Recipe("basic", "used", "legacy-1-1", legacy(1, 1)),
    Recipe("basic", "used", "legacy-1-2", legacy(1, 2)),
    Recipe("basic", "used", "legacy-1-2-partitioned", legacy(1, 2), clause="PARTITIONED BY (name)"),
    Recipe(
        "appendOnly",
        "used",
        "legacy-1-2",
        legacy(1, 2, **{"delta.appendOnly": "true"}),
        forbids=("merge", "delete"),
    ),
    Recipe("checkConstraints", "supported", "legacy-1-3", legacy(1, 3)),
    Recipe(
        "checkConstraints",
        "used",
        "legacy-1-3",
        legacy(1, 3),
        before=(f"ALTER TABLE {{t}} ADD CONSTRAINT positive CHECK ({POSITIVE})",),
        violating=NEGATIVE,
    ),
    Recipe("changeDataFeed", "supported", "legacy-1-4", legacy(1, 4)),
    Recipe(
        "changeDataFeed",
        "used",
        "legacy-1-4",
        legacy(1, 4, **{"delta.enableChangeDataFeed": "true"}),
        after=("UPDATE {t} SET name = 'D' WHERE id = 4", "UPDATE {t} SET name = 'd' WHERE id = 4"),
    ),
    Recipe(
        "generatedColumns",
        "used",
        "legacy-1-4",
        legacy(1, 4),
        schema=f"{BASE_SCHEMA}, tenfold BIGINT GENERATED ALWAYS AS (id * 10)",
        rows=tuple({**row, "tenfold": row["id"] * 10} for row in BASE_ROWS),
        filled={"tenfold": TEN_TIMES_THE_KEY},
    ),
    *_mapped(2, 5),
    Recipe("identityColumns", "supported", "legacy-1-6", legacy(1, 6)),
    Recipe(
        "identityColumns",
        "used",
        "legacy-1-6",
        legacy(1, 6),
        schema=f"{BASE_SCHEMA}, number BIGINT GENERATED ALWAYS AS IDENTITY",
        rows=tuple({**row, "number": ANY_BUT_NULL} for row in BASE_ROWS),
        filled={"number": ANY_BUT_NULL},
    ),
    Recipe("identityColumns", "supported", "legacy-2-6", legacy(2, 6)),
)
