"""Tables with texts of bounded length. Only Spark knows these types."""

from __future__ import annotations

from lab.cells import Column
from lab.content import BASE_COLUMNS
from lab.tables.legacy import legacy
from lab.tables.recipe import BASE_SCHEMA, Recipe, with_extra

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
