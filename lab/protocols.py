"""The features that a protocol requires of readers and of writers (rules P2, P3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lab.cells import LabTable

# Numbered writer versions are cumulative: each adds these to the ones before.
ADDED_BY_WRITER = {
    2: ("appendOnly", "invariants"),
    3: ("checkConstraints",),
    4: ("changeDataFeed", "generatedColumns"),
    5: ("columnMapping",),
    6: ("identityColumns",),
}
MAPPED_READER = 2


@dataclass(frozen=True)
class Side:
    """Reading or writing.

    Attributes:
        field: the version's name in the protocol.
        lists: the first version whose protocol lists features.
    """

    name: Literal["read", "write"]
    field: str
    lists: int

    def version(self, table: LabTable) -> int:
        """The version of this side."""
        return table.protocol[0 if self.name == "read" else 1]

    def legacy(self, table: LabTable) -> bool:
        """Returns whether the version implies the features, without a list of them."""
        return self.version(table) < self.lists

    def required(self, table: LabTable) -> list[str]:
        """The features that this side must know."""
        if self.legacy(table):
            return list(implied(table, self))
        return list(table.readers if self.name == "read" else table.listed)


READ = Side("read", "minReaderVersion", 3)
WRITE = Side("write", "minWriterVersion", 7)


def implied(table: LabTable, side: Side) -> tuple[str, ...]:
    """Returns the features that a legacy version implies; none if the protocol lists them."""
    version = side.version(table)
    if not side.legacy(table):
        return ()
    if side.name == "read":
        return ("columnMapping",) if version == MAPPED_READER else ()
    return tuple(
        name for added, names in ADDED_BY_WRITER.items() if added <= version for name in names
    )


def is_about_version(table: LabTable) -> bool:
    """Returns whether the table tests only its protocol version."""
    return table.feature == "basic"
