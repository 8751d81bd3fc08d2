"""Tables with timestamps that do not fit 64 bits of nanoseconds, and one with others."""

from __future__ import annotations

from lab.content import BASE_ROWS
from lab.tables.legacy import legacy
from lab.tables.recipe import BASE_SCHEMA, Recipe

_FAR = ("9999-12-31 23:59:59", "2026-01-02 12:00:00", None, "1600-02-29 00:00:00")
_NEAR = ("2026-01-02 12:00:00", "2261-12-31 23:59:59", None, "1678-02-28 00:00:00")


def _stored(name: str, stored: str, moments: tuple[str | None, ...]) -> Recipe:
    cases = " ".join(
        f"WHEN {row['id']} THEN TIMESTAMP'{moment}'"
        for row, moment in zip(BASE_ROWS, moments, strict=True)
        if moment
    )
    return Recipe(
        "basic",
        "used",
        f"{name}-timestamps-{stored.lower()}",
        legacy(1, 2),
        schema=f"{BASE_SCHEMA}, at TIMESTAMP",
        insert="id, name, amount, at",
        select=f"*, CASE id {cases} END",
        before=(f"SET spark.sql.parquet.outputTimestampType = {stored}",),
        after=("RESET spark.sql.parquet.outputTimestampType",),
        rows=tuple(
            {**row, "at": moment and moment.replace(" ", "T")}
            for row, moment in zip(BASE_ROWS, moments, strict=True)
        ),
        levels={"column": f"{name}-timestamp", "layout": stored},
        way="farTimestamps" if moments == _FAR else "",
        filled={"at": None},
        hidden=("int96",) if stored == "INT96" else (),
    )


FAR: tuple[Recipe, ...] = (
    _stored("far", "INT96", _FAR),
    _stored("far", "TIMESTAMP_MICROS", _FAR),
    _stored("near", "INT96", _NEAR),
)
