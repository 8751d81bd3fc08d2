"""Races of a client and Spark at one table, with the rows that must be there afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from lab.cells import Operation, Row

Rows = dict[int, Row]


@dataclass(frozen=True)
class RaceTable:
    """The table of a race.

    Attributes:
        name: its name in reports.
        properties: its table properties at creation.
        after: statements that follow the inserts.
        deleted: the ids of the rows that these statements delete.
        facts: the facts that tell it from a plain table, which has none.
    """

    name: str
    properties: dict[str, str]
    after: tuple[str, ...] = ()
    deleted: tuple[int, ...] = ()
    facts: tuple[str, ...] = ()

    def rows(self) -> Rows:
        """Returns its rows, by id."""
        return {key: row for key, row in BASE.items() if key not in self.deleted}


def _row(key: int, name: str, amount: float) -> Row:
    return {"id": key, "name": name, "amount": amount}


# Spark writes them in two files of three rows.
BASE: Rows = {key: _row(key, "base", float(key)) for key in range(1, 7)}
_VECTORS = {"delta.enableDeletionVectors": "true"}
_DELETE = "DELETE FROM {t} WHERE id = 3"
_USED = ("deletionVectors:used",)

TABLES: tuple[RaceTable, ...] = (
    RaceTable("a plain table", {"delta.enableDeletionVectors": "false"}),
    RaceTable("a table with deletion vectors", _VECTORS, (_DELETE,), (3,), _USED),
    RaceTable(
        "a table whose deletion vectors were turned off",
        _VECTORS,
        (_DELETE, "ALTER TABLE {t} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')"),
        (3,),
        _USED,
    ),
    RaceTable(
        "a table with column mapping",
        {"delta.enableDeletionVectors": "false", "delta.columnMapping.mode": "name"},
        facts=("columnMapping",),
    ),
)


@dataclass(frozen=True)
class Act:
    """A change by the client or by Spark, on rows that the other one does not touch.

    Attributes:
        sql: Spark's statement. ``{hold}`` is a true condition that can pause it once it has begun.
        changed: the rows that it inserts or changes, as they are afterwards.
        deleted: the ids of the rows that it deletes.
    """

    sql: str
    changed: tuple[Row, ...] = ()
    deleted: tuple[int, ...] = ()

    def on(self, rows: Rows) -> Rows:
        """Returns the rows afterwards."""
        kept = {key: row for key, row in rows.items() if key not in self.deleted}
        return {**kept, **{row["id"]: row for row in self.changed}}


SPARK: dict[str, Act] = {
    "inserts": Act(
        "INSERT INTO {t} SELECT 201L, 'spark', 201D WHERE {hold}", (_row(201, "spark", 201.0),)
    ),
    "deletes": Act("DELETE FROM {t} WHERE id = 4 AND {hold}", deleted=(4,)),
    "updates": Act(
        "UPDATE {t} SET name = 'spark' WHERE id = 6 AND {hold}", (_row(6, "spark", 6.0),)
    ),
    "merges": Act(
        "MERGE INTO {t} t USING (SELECT * FROM VALUES (4L, 'spark', 4D), (202L, 'spark', 202D) "
        "AS s(id, name, amount) WHERE {hold}) s ON t.id = s.id "
        "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
        (_row(4, "spark", 4.0), _row(202, "spark", 202.0)),
    ),
    "optimizes": Act("OPTIMIZE {t}"),
}

# Parts of the requests to drivers.
KEY = "id"
SOURCES: dict[str, tuple[Row, ...]] = {
    "append": (_row(101, "client", 101.0),),
    "merge": (_row(1, "client", 1.0), _row(102, "client", 102.0)),
    "overwrite": (_row(2, "client", 2.0),),
}
DELETED = 2

CLIENT: dict[str, Act] = {
    "append": Act("", SOURCES["append"]),
    "merge": Act("", SOURCES["merge"]),
    "delete": Act("", deleted=(DELETED,)),
    # Overwrites only the row that ``delete`` deletes.
    "overwrite": Act("", SOURCES["overwrite"]),
    "optimize": Act(""),
    "checkpoint": Act(""),
    "vacuum": Act(""),
}


@dataclass(frozen=True)
class Race:
    """One race.

    Attributes:
        operation: what the client does.
        turn: what Spark does; a key of ``SPARK``.
        within: whether the client acts while Spark's statement runs. Otherwise, the client opens
            the table, Spark's statement runs, and then the client acts.
    """

    table: RaceTable
    operation: Operation
    turn: str
    within: bool

    def __str__(self) -> str:
        """A clause for people."""
        when = "while" if self.within else "opened before"
        return f"{self.operation} on {self.table.name}, {when} Spark {self.turn}"

    @property
    def version(self) -> int:
        """The version of the client's commit, if all goes well."""
        made = 3 + len(self.table.after)
        return made if self.within else made + 1


def races(operations: Iterable[Operation]) -> Iterator[Race]:
    """Yields every race of a client with these operations."""
    for table, operation, turn, within in product(TABLES, operations, SPARK, (False, True)):
        if not within or "{hold}" in SPARK[turn].sql:
            yield Race(table, operation, turn, within)
