"""Tables with a file of many rows, with and without deletion vectors."""

from __future__ import annotations

from typing import Any

from lab.many import DELETED_EACH, FIRST_ID, SELECT
from lab.tables.legacy import legacy
from lab.tables.recipe import Recipe

MANY = 50_000
_INSERT = f"INSERT INTO {{t}} SELECT /*+ COALESCE(1) */ {SELECT} FROM range({FIRST_ID}, {MANY})"
_INSERT_LEFT = f"{_INSERT} WHERE id % {DELETED_EACH} <> 0"
_DELETE = f"DELETE FROM {{t}} WHERE id % {DELETED_EACH} = 0"
_VECTORS = {"delta.enableDeletionVectors": "true"}
_SIZE = {"rows": "many"}
_BIG: dict[str, Any] = {"many": MANY, "hidden": ("manyRows",)}

LARGE: tuple[Recipe, ...] = (
    Recipe("basic", "used", "many-rows", legacy(1, 2), after=(_INSERT_LEFT,), levels=_SIZE, **_BIG),
    Recipe(
        "deletionVectors",
        "enabled",
        "many-rows",
        _VECTORS,
        after=(_INSERT_LEFT,),
        levels=_SIZE,
        **_BIG,
    ),
    Recipe("deletionVectors", "used", "many-rows", _VECTORS, after=(_INSERT, _DELETE), **_BIG),
)
