"""Measures how well the registry predicts tables that it was not built from.

Tables about several things are split by their names, always in the same way. The registry is built
from one part, and its verdicts on the other part are compared with observations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lab.cells import LabTable, Observation
from lab.check import Agreement

# One in this many tables is held out of the registry.
ONE_OF = 3
LEAST_RIGHT = 0.99
MOST_UNKNOWN = 0.10
LEAST_CELLS = 1000


def is_kept(table: LabTable) -> bool:
    """Returns whether the table is held out of the registry."""
    return bool(table.levels) and int(table.name.rsplit("-", 1)[1], 16) % ONE_OF == 0


@dataclass(frozen=True)
class Foresight:
    """How verdicts on held-out tables compare with observations.

    Attributes:
        cells: the number of compared cells.
        unknown: the number of cells with the verdict UNKNOWN.
        wrong: the cells with a wrong verdict other than UNKNOWN, each with that verdict.
    """

    cells: int
    unknown: int
    wrong: tuple[tuple[Observation, str], ...]

    @staticmethod
    def of(agreement: Agreement) -> Foresight:
        """Counts unknown cells separately."""
        return Foresight(agreement.cells, agreement.unknown, agreement.wrong)

    @property
    def right(self) -> float:
        """The share of right verdicts among those other than UNKNOWN."""
        told = self.cells - self.unknown
        return (told - len(self.wrong)) / told if told else 0.0

    @property
    def false_ok(self) -> int:
        """The number of cells that were predicted OK and are not."""
        return sum(predicted == "OK" for _, predicted in self.wrong)

    @property
    def is_good(self) -> bool:
        """Checks whether the figures are as good as the documentation says."""
        return (
            self.cells >= LEAST_CELLS
            and self.right >= LEAST_RIGHT
            and self.unknown <= MOST_UNKNOWN * self.cells
            and self.false_ok == 0
        )

    def __str__(self) -> str:
        """One line for people."""
        return (
            f"{self.cells} cells of tables that the registry was not made from: "
            f"{100 * self.right:.1f} % right, {self.false_ok} false OK, "
            f"{100 * self.unknown / max(self.cells, 1):.1f} % unknown"
        )


def kept(tables: Iterable[LabTable]) -> set[str]:
    """Returns the names of the tables that are held out of the registry."""
    return {table.name for table in tables if is_kept(table) and table.is_told}
