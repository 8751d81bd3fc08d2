"""Tables whose protocol names features (rules P2, P9), as Delta on Spark writes them."""

from __future__ import annotations

from lab.cells import ANY_BUT_NULL, TEN_TIMES_THE_KEY, Column
from lab.content import BASE_COLUMNS, BASE_ROWS
from lab.tables.recipe import BASE_SCHEMA, Recipe, supported, with_extra

ON = "ALTER TABLE {t} SET TBLPROPERTIES "
NOON = "2026-01-02T12:00:00"


def _feature(name: str, **more: str) -> dict[str, str]:
    return {f"delta.feature.{name}": "supported", **more}


_WRITER: tuple[Recipe, ...] = (
    supported("changeDataFeed"),
    Recipe("changeDataFeed", "enabled", properties={"delta.enableChangeDataFeed": "true"}),
    Recipe(
        "changeDataFeed",
        "used",
        properties={"delta.enableChangeDataFeed": "true"},
        after=("UPDATE {t} SET name = 'D' WHERE id = 4", "UPDATE {t} SET name = 'd' WHERE id = 4"),
    ),
    supported("generatedColumns"),
    Recipe(
        "generatedColumns",
        "used",
        properties=_feature("generatedColumns"),
        schema=f"{BASE_SCHEMA}, tenfold BIGINT GENERATED ALWAYS AS (id * 10)",
        rows=tuple({**row, "tenfold": row["id"] * 10} for row in BASE_ROWS),
        filled={"tenfold": TEN_TIMES_THE_KEY},
    ),
    supported("identityColumns"),
    Recipe(
        "identityColumns",
        "used",
        properties=_feature("identityColumns"),
        schema=f"{BASE_SCHEMA}, number BIGINT GENERATED ALWAYS AS IDENTITY",
        rows=tuple({**row, "number": ANY_BUT_NULL} for row in BASE_ROWS),
        filled={"number": ANY_BUT_NULL},
    ),
    supported("allowColumnDefaults"),
    Recipe(
        "allowColumnDefaults",
        "used",
        properties=_feature("allowColumnDefaults"),
        schema=f"{BASE_SCHEMA}, flag STRING DEFAULT 'x'",
        rows=with_extra({"flag": "x"}),
        filled={"flag": "x"},
    ),
    supported("checkpointProtection"),
    Recipe(
        "checkpointProtection",
        "used",
        "after-drop-feature",
        {"delta.enableDeletionVectors": "true"},
        after=(
            ON + "('delta.enableDeletionVectors' = 'false')",
            "ALTER TABLE {t} DROP FEATURE deletionVectors",
        ),
    ),
    Recipe("clustering", "used", clause="CLUSTER BY (id)"),
    supported("domainMetadata"),
    Recipe(
        "icebergCompatV1",
        "used",
        properties={"delta.columnMapping.mode": "name", "delta.enableIcebergCompatV1": "true"},
    ),
    Recipe(
        "icebergCompatV2",
        "used",
        properties={"delta.columnMapping.mode": "name", "delta.enableIcebergCompatV2": "true"},
    ),
    Recipe(
        "icebergCompatV3",
        "used",
        properties={
            "delta.columnMapping.mode": "name",
            "delta.enableRowTracking": "true",
            "delta.enableIcebergCompatV3": "true",
        },
    ),
    supported("inCommitTimestamp"),
    Recipe("inCommitTimestamp", "used", properties={"delta.enableInCommitTimestamps": "true"}),
    supported("materializePartitionColumns"),
    Recipe(
        "rowTracking",
        "supported",
        after=(ON + "('delta.feature.rowTracking' = 'supported')",),
    ),
    Recipe("rowTracking", "used", properties={"delta.enableRowTracking": "true"}),
)

_MAPPED = tuple({"id": r["id"], "title": r["name"], "amount": r["amount"]} for r in BASE_ROWS)
_SHRED = {"delta.enableVariantShredding": "true"}

_READER: tuple[Recipe, ...] = (
    supported("columnMapping"),
    Recipe(
        "columnMapping",
        "enabled",
        properties=_feature("columnMapping"),
        after=(ON + "('delta.columnMapping.mode' = 'name')",),
        way="byKeptName",
    ),
    Recipe(
        "columnMapping",
        "used",
        "renamed",
        _feature("columnMapping"),
        after=(
            ON + "('delta.columnMapping.mode' = 'name')",
            "ALTER TABLE {t} RENAME COLUMN name TO title",
        ),
        rows=_MAPPED,
        columns=(BASE_COLUMNS[0], Column("title", "string"), BASE_COLUMNS[2]),
        way="byKeptName",
    ),
    Recipe(
        "columnMapping",
        "used",
        "physical-names",
        _feature("columnMapping", **{"delta.columnMapping.mode": "name"}),
        way="byNewName",
    ),
    Recipe(
        "columnMapping",
        "used",
        "id-mode",
        _feature("columnMapping", **{"delta.columnMapping.mode": "id"}),
        way="byId",
    ),
    supported("deletionVectors"),
    Recipe("deletionVectors", "enabled", properties={"delta.enableDeletionVectors": "true"}),
    Recipe(
        "deletionVectors",
        "used",
        properties={"delta.enableDeletionVectors": "true"},
        after=("DELETE FROM {t} WHERE id = 4",),
        rows=BASE_ROWS[:3],
    ),
    supported("timestampNtz"),
    Recipe(
        "timestampNtz",
        "used",
        schema=f"{BASE_SCHEMA}, at TIMESTAMP_NTZ",
        after=(f"UPDATE {{t}} SET at = TIMESTAMP_NTZ'{NOON.replace('T', ' ')}'",),
        rows=with_extra({"at": NOON}),
        columns=(*BASE_COLUMNS, Column("at", "timestamp_ntz")),
        added={"at": NOON},
    ),
    supported("typeWidening"),
    Recipe("typeWidening", "enabled", properties={"delta.enableTypeWidening": "true"}),
    Recipe(
        "typeWidening",
        "used",
        properties={"delta.enableTypeWidening": "true"},
        schema="id INT, name STRING, amount DOUBLE",
        after=("ALTER TABLE {t} ALTER COLUMN id TYPE BIGINT",),
    ),
    supported("v2Checkpoint"),
    Recipe("v2Checkpoint", "enabled", properties={"delta.checkpointPolicy": "v2"}),
    supported("vacuumProtocolCheck"),
    supported("variantType"),
    Recipe(
        "variantType",
        "used",
        schema=f"{BASE_SCHEMA}, data VARIANT",
        after=("UPDATE {t} SET data = parse_json('{\"k\": 1}')",),
        rows=with_extra({"data": {"k": 1}}),
        filled={"data": None},
    ),
    supported("variantShredding"),
    Recipe("variantShredding-preview", "enabled", properties=_SHRED),
    Recipe(
        "variantShredding-preview",
        "used",
        properties=_SHRED,
        schema=f"{BASE_SCHEMA}, data VARIANT",
        after=("UPDATE {t} SET data = parse_json('{\"k\": 1}')",),
        rows=with_extra({"data": {"k": 1}}),
        filled={"data": None},
    ),
    supported("geospatial"),
)

LISTED: tuple[Recipe, ...] = _WRITER + _READER
