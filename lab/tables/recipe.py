"""How one lab table is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lab.cells import Column, Row, State
from lab.content import BASE_COLUMNS, BASE_ROWS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LogEdit = Callable[[Path], None]

BASE_SCHEMA = "id BIGINT, name STRING, amount DOUBLE"
FIRST = "(1, 'a', 1.5), (2, 'b', NULL)"
SECOND = "(3, NULL, 3.5), (4, 'd', 4.0)"


@dataclass(frozen=True)
class Act:
    """A change that no statement of Spark makes: an act of another engine, or time.

    Attributes:
        words: its description among the statements of a table.
        do: changes the table at a path.
    """

    words: str
    do: Callable[[SparkSession, Path], None]


@dataclass(frozen=True)
class Recipe:
    """The statements that make a table.

    In statements ``{t}`` is the table. The base rows are inserted as two files between ``before``
    and ``after``. Others may act in ``after``. Finally, ``edit`` changes the log by hand.

    Attributes:
        properties: table properties at creation.
        schema: columns at creation, the base ones first.
        clause: what follows the schema, such as partitioning.
        insert: the columns that the base rows are inserted into.
        select: what is inserted into them: expressions over the base columns.
        rows: what the table holds in the end.
        delta_reads: whether Delta on Spark can open the result.
        levels: what a table about several things has, by factor.
        directory: the name of its directory, if it is not the recipe's name.
        hidden: its facts of :mod:`lab.hidden`.
        many: the end of the ids of its further rows (:mod:`lab.many`); 0 if it has none.
    """

    feature: str
    state: State
    variant: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    schema: str = BASE_SCHEMA
    clause: str = ""
    insert: str = "id, name, amount"
    before: tuple[str, ...] = ()
    after: tuple[str | Act, ...] = ()
    edit: LogEdit | None = None
    rows: tuple[Row, ...] = BASE_ROWS
    columns: tuple[Column, ...] = BASE_COLUMNS
    added: Row = field(default_factory=dict)
    filled: Row = field(default_factory=dict)
    violating: Row | None = None
    forbids: tuple[str, ...] = ()
    delta_reads: bool = True
    way: str = ""
    select: str = "*"
    levels: dict[str, str] = field(default_factory=dict)
    directory: str = ""
    hidden: tuple[str, ...] = ()
    many: int = 0

    @property
    def name(self) -> str:
        """The unique name: feature, state and variant."""
        return "-".join(part for part in (self.feature, self.state, self.variant) if part)


def supported(feature: str) -> Recipe:
    """A table whose protocol names a feature that nothing turns on."""
    return Recipe(feature, "supported", properties={f"delta.feature.{feature}": "supported"})


def with_extra(values: Row) -> tuple[Row, ...]:
    """Returns the base rows with these values of further columns in every row."""
    return tuple({**row, **values} for row in BASE_ROWS)
