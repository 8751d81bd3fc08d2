"""Tables with texts of bounded length, which only Spark knows of."""

from __future__ import annotations

from clients.cells import Column
from clients.content import BASE_COLUMNS
from clients.tables.legacy import legacy
from clients.tables.recipe import BASE_SCHEMA, Recipe, with_extra

BOUNDED: tuple[Recipe, ...] = tuple(
    Recipe(
        "basic",
        "used",
        kind,
        legacy(1, 2),
        schema=f"{BASE_SCHEMA}, code {kind}(3)",
        insert="id, name, amount, code",
        select="*, 'abc'",
        rows=with_extra({"code": "abc"}),
        columns=(*BASE_COLUMNS, Column("code", "string")),
        added={"code": "xyz"},
        violating={"id": 7, "name": "g", "amount": 1.0, "code": "too long"},
        way=f"column:{kind}",
    )
    for kind in ("char", "varchar")
)
