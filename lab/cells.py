"""The lab's data types: tables, operations, verdicts and observations."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from lab.many import many_rows

Row = dict[str, Any]
Operation = Literal[
    "read",
    "append",
    "merge",
    "delete",
    "overwrite",
    "replace",
    "optimize",
    "checkpoint",
    "vacuum",
    "cleanup",
]
State = Literal["supported", "enabled", "used"]
VerdictName = Literal["OK", "BLOCKED", "HARMS_OTHERS", "SILENTLY_WRONG", "DEGRADED", "UNKNOWN"]

TEN_TIMES_THE_KEY = "ten times the key"
ANY_BUT_NULL = "any value but null"
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True)
class Column:
    """A column as a writer must give it; ``type`` is Spark SQL's name in lower case."""

    name: str
    type: str


@dataclass(frozen=True)
class LabTable:
    """A table of known content.

    Attributes:
        name: unique.
        feature: the feature that it is about, or ``basic``.
        state: whether that feature is supported, enabled or used.
        protocol: reader and writer version.
        listed: the features that its protocol names, empty for legacy versions.
        readers: the reader features among them.
        rows: its exact content.
        columns: the columns that a writer provides; the table fills the others.
        added: the values of further columns in written rows, by column.
        filled: the values that the table puts into a new row, by column: constants or markers.
        violating: a row that the table forbids, which every writer must refuse.
        forbids: operations that the table itself forbids.
        way: the way of using the feature, if clients treat several differently.
        delta_reads: whether Delta on Spark opens it, and so can check what a client wrote.
        levels: what a table about several things has, by factor.
        facts: the facts that the product reports; empty if Delta cannot open it.
        directory: the name of its directory, if it is not the table's name.
        hidden: facts that no verdict uses (:mod:`lab.hidden`).
        many: the end of the ids of its further rows (:mod:`lab.many`); 0 if it has none.
    """

    name: str
    feature: str
    state: State
    protocol: tuple[int, int]
    listed: tuple[str, ...]
    readers: tuple[str, ...]
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    added: Row = field(default_factory=dict)
    filled: Row = field(default_factory=dict)
    violating: Row | None = None
    forbids: tuple[str, ...] = ()
    delta_reads: bool = True
    way: str = ""
    levels: dict[str, str] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    directory: str = ""
    hidden: tuple[str, ...] = ()
    many: int = 0

    @staticmethod
    def of(data: dict[str, Any]) -> LabTable:
        """Read one entry of the catalogue."""
        columns = tuple(Column(**column) for column in data["columns"])
        reader, writer = data["protocol"]
        rest = {
            "protocol": (reader, writer),
            "columns": columns,
            "rows": tuple(data["rows"]) + many_rows(data.get("many", 0)),
            "listed": tuple(data["listed"]),
            "readers": tuple(data["readers"]),
            "forbids": tuple(data["forbids"]),
            "facts": tuple(data.get("facts", ())),
            "hidden": tuple(data.get("hidden", ())),
        }
        return LabTable(**{**data, **rest})

    @property
    def path(self) -> str:
        """The name of its directory."""
        return self.directory or self.name

    @property
    def is_told(self) -> bool:
        """Checks whether protocol and schema describe the table fully."""
        return "untold" not in self.levels

    def filled_for(self, row: Row) -> Row:
        """Returns what the table puts into a new row: constants, or ten times the key."""
        first = row[self.columns[0].name]
        return {
            name: first * 10 if value == TEN_TIMES_THE_KEY else value
            for name, value in self.filled.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Give one entry of the catalogue."""
        own = asdict(replace(self, rows=self.rows[: len(self.rows) - len(many_rows(self.many))]))
        return {k: v for k, v in own.items() if v or k not in ("directory", "hidden", "many")}


@dataclass(frozen=True, order=True)
class Observation:
    """A cell: the result of one operation of one client on one table.

    Attributes:
        error: the first line of the client's message, without paths and ids of the run.
        date: the day of the run, ``2026-11-01``.
    """

    client: str
    version: str
    accessPath: str
    table: str
    feature: str
    state: str
    operation: str
    verdict: str
    error: str
    date: str
