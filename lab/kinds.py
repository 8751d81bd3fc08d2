"""Measures how verdicts fare on kinds of tables that the registry has not learnt from.

For each kind, the registry is built without its tables. Then its verdicts on reading them are
compared with what the clients did. This is what a table of a kind that nobody has drawn will meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from lab.cells import LabTable, Observation
from lab.check import Agreement
from lab.foretold import reading
from lab.hidden import is_excused
from lab.split import Foresight

JSON = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of table, which has one of some levels or facts.

    Attributes:
        factors: factors that have a level other than ``no``.
        facts: facts that the product reports.
    """

    name: str
    factors: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    def has(self, table: LabTable) -> bool:
        """Checks whether a table is of this kind. A table about a single feature is of none."""
        return bool(table.levels) and (
            any(table.levels.get(factor, "no") != "no" for factor in self.factors)
            or not set(self.facts).isdisjoint(table.facts)
        )


KINDS = (
    Kind("deletion vectors", ("change",), ("deletionVectors",)),
    Kind("checkpoints", ("checkpoint",), ("v2Checkpoint",)),
    Kind("partition columns", ("partition",), ("partitioned",)),
    Kind("partition values that a path encodes", facts=("encodedPaths",)),
    Kind("partition values beyond ASCII", facts=("nonAsciiPaths",)),
    Kind("files in another table's directory", ("files",), ("absolutePaths",)),
    Kind("a column of each type", ("column",)),
    Kind("timestamps far from today", facts=("farTimestamps",)),
    Kind("layouts of Parquet", ("layout",)),
    Kind("files with thousands of rows", ("rows",)),
    Kind("files without statistics", ("statistics",)),
    Kind("column mapping", ("mapping",), ("columnMapping",)),
    Kind(
        "columns that are added, widened or have a default",
        ("evolution",),
        ("typeWidening", "allowColumnDefaults"),
    ),
    Kind(
        "constraints, generated and identity columns",
        ("rule",),
        ("checkConstraints", "generatedColumns", "identityColumns"),
    ),
    Kind(
        "row tracking, in-commit timestamps, change data feed",
        ("tracking",),
        ("rowTracking", "inCommitTimestamp", "changeDataFeed"),
    ),
    Kind("unusual column names", ("names",)),
    Kind("clustering", ("clustering",), ("clustering",)),
    Kind("Iceberg compatibility", ("iceberg",), ("icebergCompatV2",)),
    Kind(
        "unusual directories",
        ("location",),
        ("encodedLocation", "delimiterLocation", "percentLocation"),
    ),
    Kind("lives of many steps", ("life",)),
)


@dataclass(frozen=True)
class LeftOut:
    """How verdicts on a kind fare if the registry has not learnt from it.

    Attributes:
        kind: the name of the kind.
        tables: the number of its tables.
        cells: the number of compared cells: one for each access path of a version, and table.
        right: the share of right verdicts among those other than UNKNOWN.
        falseOk: the number of cells that were predicted OK and are not.
        unknown: the number of cells that were predicted UNKNOWN.
    """

    kind: str
    tables: int
    cells: int
    right: float
    falseOk: int  # noqa: N815 - a key of JSON
    unknown: int

    def to_json(self) -> JSON:
        """Returns one entry of the file."""
        return asdict(self)


def leave_out(
    kind: Kind,
    tables: Iterable[LabTable],
    cells: Iterable[Observation],
    learn: Callable[[list[Observation]], list[JSON]],
) -> LeftOut:
    """Builds the registry without a kind of tables, and compares its verdicts on them.

    Args:
        kind: the kind to leave out.
        tables: the catalogue.
        cells: what the clients did.
        learn: returns the clients of the registry that is built from some cells.
    """
    own = {table.name: table for table in tables if kind.has(table) and table.is_told}
    all_cells = list(cells)
    sides = dict(_sides(learn([cell for cell in all_cells if cell.table not in own])))
    seen = [
        cell
        for cell in all_cells
        if cell.table in own and cell.operation == "read" and _path(cell) in sides
    ]
    verdicts = ((cell, verdict(sides[_path(cell)], own[cell.table])) for cell in seen)
    wrong = tuple((cell, told) for cell, told in verdicts if told != cell.verdict)
    found = Foresight.of(Agreement(len(seen), wrong))
    return LeftOut(
        kind.name, len(own), found.cells, round(found.right, 4), found.false_ok, found.unknown
    )


def verdict(side: JSON, table: LabTable) -> str:
    """Returns the verdict on reading a table, whose hidden facts are known."""
    cases = side.get("cases", [])
    held = [case for case in cases if not is_excused(case["condition"], table.hidden)]
    return reading({**side, "cases": held}, table)


def _sides(clients: list[JSON]) -> Iterator[tuple[tuple[str, str, str], JSON]]:
    for client in clients:
        for release in client["releases"]:
            yield (client["id"], release["version"], release["accessPath"]), release["read"]


def _path(cell: Observation) -> tuple[str, str, str]:
    return cell.client, cell.version, cell.accessPath


def rows(found: Iterable[JSON]) -> str:
    """Returns the rows of the table on the page, in Markdown."""
    return "\n".join(
        f"| {one['kind']} | {one['tables']} | {one['cells']:,} | {100 * one['right']:.1f} % "
        f"| {one['falseOk']:,} | {100 * one['falseOk'] / one['cells']:.1f} % "
        f"| {100 * one['unknown'] / one['cells']:.1f} % |"
        for one in found
    )
