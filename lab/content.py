"""The content of every lab table before and after each operation."""

from __future__ import annotations

from lab.cells import Column, LabTable, Operation, Row

BASE_COLUMNS = (Column("id", "bigint"), Column("name", "string"), Column("amount", "double"))

BASE_ROWS: tuple[Row, ...] = (
    {"id": 1, "name": "a", "amount": 1.5},
    {"id": 2, "name": "b", "amount": None},
    {"id": 3, "name": None, "amount": 3.5},
    {"id": 4, "name": "d", "amount": 4.0},
)

APPENDED: Row = {"id": 5, "name": "e", "amount": 5.5}
UPDATED: Row = {"id": 1, "name": "A", "amount": 10.0}
INSERTED: Row = {"id": 6, "name": None, "amount": 6.5}
DELETED_ID = 2


def named(table: LabTable, row: Row) -> Row:
    """Gives a base row the table's column names, which are in the same order."""
    return {
        column.name: row[base.name]
        for base, column in zip(BASE_COLUMNS, table.columns, strict=False)
    }


def key(table: LabTable) -> str:
    """The name of the column that tells rows apart."""
    return table.columns[0].name


def source(table: LabTable, operation: Operation) -> list[Row]:
    """The rows that a writer is given."""
    if operation in ("append", "replace"):
        return [{**named(table, APPENDED), **table.added}]
    if operation == "merge":
        return [
            {**named(table, UPDATED), **table.added},
            {**named(table, INSERTED), **table.added},
        ]
    return []


def untouched(table: LabTable, operation: Operation) -> list[Row]:
    """The rows that the operation leaves as they are."""
    if operation == "replace":
        return []
    name = key(table)
    own = {row[name] for row in source(table, operation)}
    if operation == "delete":
        own.add(DELETED_ID)
    return [dict(row) for row in table.rows if row[name] not in own]


def expected(table: LabTable, operation: Operation) -> list[Row]:
    """The rows that the table must hold after the operation."""
    rows = [] if operation == "replace" else [dict(row) for row in table.rows]
    name = key(table)
    if operation == "delete":
        return [row for row in rows if row[name] != DELETED_ID]
    new = [
        {**table.filled_for(row), **row} if row[name] not in {r[name] for r in rows} else row
        for row in source(table, operation)
    ]
    changed = {row[name]: row for row in new}
    kept = [{**row, **changed.pop(row[name], {})} for row in rows]
    return kept + list(changed.values())
