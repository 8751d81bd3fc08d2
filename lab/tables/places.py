"""Tables whose directories, or the files in them, have paths that not every client finds."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from lab.cells import Column
from lab.content import BASE_COLUMNS, BASE_ROWS
from lab.tables.acts import CLONED
from lab.tables.byhand import keep_checkpoint_only
from lab.tables.legacy import legacy
from lab.tables.pairs import NO, SEVERAL
from lab.tables.recipe import BASE_SCHEMA, Recipe

# Each directory name, by the variant that it makes. Clients decode %41, although nobody encoded it.
DIRECTORIES = {
    "spaced": "with a space",
    "unicode": "gr\u00f6\u00dfe",
    "question": "a#b?c",
    "percent": "a%41b",
}
_PARTS = ("x", "x", "y", "y")


def _sign(directory: str) -> str:
    if "%" in directory:
        return "percentLocation"
    return "delimiterLocation" if "#" in directory else "encodedLocation"


def _plain(variant: str, directory: str) -> Recipe:
    name = f"in-{directory}"
    return Recipe(
        "basic", "used", f"in-{variant}", legacy(1, 2), way=_sign(directory), directory=name
    )


def _several(variant: str, directory: str) -> Recipe:
    """Returns a table with other files beside the data: deletion vectors, and a V2 checkpoint."""
    rows = tuple({**row, "part": part} for row, part in zip(BASE_ROWS, _PARTS, strict=True))
    end = hashlib.sha256(variant.encode()).hexdigest()[:8]
    return Recipe(
        SEVERAL,
        "used",
        f"in-{variant}-{end}",
        {
            "delta.enableDeletionVectors": "true",
            "delta.checkpointPolicy": "v2",
            "delta.checkpointInterval": "1",
        },
        schema=f"{BASE_SCHEMA}, part STRING",
        clause="PARTITIONED BY (part)",
        insert="id, name, amount, part",
        select="*, if(id < 3, 'x', 'y')",
        after=("DELETE FROM {t} WHERE id = 4",),
        edit=keep_checkpoint_only,
        rows=rows[:3],
        columns=(*BASE_COLUMNS, Column("part", "string")),
        added={"part": "y"},
        levels={"location": variant, "change": "vector", "checkpoint": "v2", "partition": "string"},
        directory=f"vectors-in-{directory}",
    )


def _partitioned(variant: str, values: tuple[str, str]) -> Recipe:
    """Returns a table of two partitions, with deletion vectors turned on."""
    return Recipe(
        SEVERAL,
        "used",
        f"no-vectors-in-{variant}",
        {"delta.enableDeletionVectors": "true"},
        schema=f"{BASE_SCHEMA}, part STRING",
        clause="PARTITIONED BY (part)",
        insert="id, name, amount, part",
        select=f"*, if(id < 3, '{values[0]}', '{values[1]}')",
        rows=tuple({**row, "part": values[row["id"] > 2]} for row in BASE_ROWS),
        columns=(*BASE_COLUMNS, Column("part", "string")),
        levels={"change": NO, "partition": variant},
    )


def _beyond_ascii() -> Recipe:
    """Returns a table whose files have paths that Delta writes as they are, and others encode."""
    value = "Z\u00fcrich"
    return Recipe(
        "basic",
        "used",
        "unicode-partitions",
        legacy(1, 2),
        schema=f"{BASE_SCHEMA}, part STRING",
        clause="PARTITIONED BY (part)",
        insert="id, name, amount, part",
        select=f"*, '{value}'",
        rows=tuple({**row, "part": value} for row in BASE_ROWS),
        columns=(*BASE_COLUMNS, Column("part", "string")),
        added={"part": value},
        levels={"partition": "unicode-texts"},
        way="nonAsciiPaths",
    )


def _with_vectors(recipe: Recipe) -> Recipe:
    """Returns the table after a DELETE."""
    return replace(
        recipe,
        variant=recipe.variant.removeprefix("no-"),
        after=("DELETE FROM {t} WHERE id = 4",),
        rows=recipe.rows[:3],
        levels={**recipe.levels, "change": "vector"},
    )


def _cloned(variant: str, recipe: Recipe) -> Recipe:
    """Returns a table whose files are in another table's directory."""
    return replace(
        recipe,
        variant=variant,
        after=(*recipe.after, CLONED),
        levels={**recipe.levels, "files": "cloned"},
    )


_ENCODED = _partitioned("encoded-texts", ("New York", "a:b/%41"))
_UNICODE = _partitioned("unicode-texts", ("Z\u00fcrich", "\u65e5\u672c"))

PLACED: tuple[Recipe, ...] = (
    *(
        make(variant, directory)
        for variant, directory in DIRECTORIES.items()
        for make in (_plain, _several)
    ),
    _ENCODED,
    _with_vectors(_ENCODED),
    _with_vectors(_partitioned("plain-texts", ("x", "y"))),
    _UNICODE,
    _with_vectors(_UNICODE),
    _beyond_ascii(),
    _cloned("cloned", Recipe("basic", "used", properties=legacy(1, 2), way="absolutePaths")),
    _cloned("vectors-cloned", _with_vectors(_partitioned("plain-texts", ("x", "y")))),
)
