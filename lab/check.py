"""Compares what the product says with what the clients did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lab.cells import LabTable, Observation
from lab.hidden import is_excused
from lab.races.cells import RaceCell, by_path, judged

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Prediction = tuple[str, str, str]
Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Agreement:
    """How predictions compare with observations.

    Attributes:
        disagreeing: each cell that differs from its prediction, with that prediction.
    """

    cells: int
    disagreeing: tuple[tuple[Observation, str], ...]

    @property
    def agreeing(self) -> int:
        """The number of cells that match their prediction."""
        return self.cells - len(self.disagreeing)

    @property
    def wrong(self) -> tuple[tuple[Observation, str], ...]:
        """The cells that differ from a prediction other than UNKNOWN."""
        return tuple(pair for pair in self.disagreeing if pair[1] != "UNKNOWN")

    @property
    def unknown(self) -> int:
        """The number of cells that were predicted UNKNOWN."""
        return sum(predicted == "UNKNOWN" for _, predicted in self.disagreeing)

    @property
    def false_ok(self) -> int:
        """The number of cells that were predicted OK and are not."""
        return sum(predicted == "OK" for _, predicted in self.disagreeing)

    def __str__(self) -> str:
        """One line for people."""
        return (
            f"{self.cells} cells, {self.agreeing} agree, {self.unknown} unknown, "
            f"{self.false_ok} false OK"
        )


def predictions(
    spark: SparkSession, root: Path, tables: Iterable[LabTable]
) -> dict[Key, Prediction]:
    """Asks the product for the verdicts of every release on every table, with their reason."""
    found = {}
    for table in tables:
        statement = f"SHOW PROTOCOL COMPATIBILITY delta.`{root / table.path}` ALL VERSIONS"
        for row in spark.sql(statement).collect():
            key = (table.name, row["client"], row["clientVersion"], row["accessPath"])
            found[key] = (row["readVerdict"], row["writeVerdict"], row["reason"])
    return found


def compare(
    cells: Iterable[Observation],
    predicted: dict[Key, Prediction],
    tables: dict[str, LabTable],
    races: Iterable[RaceCell],
) -> Agreement:
    """Compares each cell with its prediction. A missing prediction counts as UNKNOWN.

    Args:
        cells: what clients did when nobody else wrote.
        predicted: the result of :func:`predictions`.
        tables: the catalogue, by name.
        races: what clients did beside another writer. The product warns of it on every such table.
    """
    met = by_path(races)
    count = 0
    disagreeing = []
    for cell in cells:
        count += 1
        key = (cell.table, cell.client, cell.version, cell.accessPath)
        read, write, reason = predicted.get(key, ("UNKNOWN", "UNKNOWN", ""))
        verdict = read if cell.operation == "read" else write
        if cell.operation == "cleanup":
            agrees = _tells_of(cell, reason)
        else:
            agrees = verdict == judged(cell, tables[cell.table], met) or is_excused(
                reason, tables[cell.table].hidden
            )
        if not agrees:
            disagreeing.append((cell, verdict))
    return Agreement(count, tuple(disagreeing))


def _tells_of(cell: Observation, reason: str) -> bool:
    """Checks that the reason tells of a cleanup's harm. Verdicts are about commits only."""
    return cell.verdict != "HARMS_OTHERS" or cell.error in reason
