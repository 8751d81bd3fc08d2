"""What a protocol asks of a reader and of a writer (rules P2, P3)."""

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
        lists: the version from which on features are named.
    """

    name: Literal["read", "write"]
    field: str
    lists: int

    def version(self, table: LabTable) -> int:
        """The version of this side."""
        return table.protocol[0 if self.name == "read" else 1]

    def legacy(self, table: LabTable) -> bool:
        """Whether the version implies the features, instead of a list that names them."""
        return self.version(table) < self.lists

    def required(self, table: LabTable) -> list[str]:
        """The features that this side must know."""
        if self.legacy(table):
            return list(implied(table, self))
        return list(table.readers if self.name == "read" else table.listed)


READ = Side("read", "minReaderVersion", 3)
WRITE = Side("write", "minWriterVersion", 7)


def implied(table: LabTable, side: Side) -> tuple[str, ...]:
    """The features that a legacy version implies; none where features are named."""
    version = side.version(table)
    if not side.legacy(table):
        return ()
    if side.name == "read":
        return ("columnMapping",) if version == MAPPED_READER else ()
    return tuple(
        name for added, names in ADDED_BY_WRITER.items() if added <= version for name in names
    )


def is_about_version(table: LabTable) -> bool:
    """Whether the table is there for its protocol version alone."""
    return table.feature == "basic"
