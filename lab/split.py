"""How well the registry foretells tables that it was not made from.

Tables that are about several things are split by their names, always in the same way. The registry
is made anew from one part, and its verdicts on the other part are compared with what clients did.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lab.cells import LabTable, Observation
from lab.check import Agreement

# Of so many tables, one is kept from the registry.
ONE_OF = 3
LEAST_RIGHT = 0.99
MOST_UNKNOWN = 0.10
LEAST_CELLS = 1000


def is_kept(table: LabTable) -> bool:
    """Whether the registry may not learn from the table."""
    return bool(table.levels) and int(table.name.rsplit("-", 1)[1], 16) % ONE_OF == 0


@dataclass(frozen=True)
class Foresight:
    """How verdicts on tables that were not learnt from compare with what clients did.

    Attributes:
        cells: all that were compared.
        unknown: those about which the registry says that it does not know.
        wrong: those of the others where it says something else than what happened.
    """

    cells: int
    unknown: int
    wrong: tuple[tuple[Observation, str], ...]

    @staticmethod
    def of(agreement: Agreement) -> Foresight:
        """Count what is not known apart."""
        return Foresight(agreement.cells, agreement.unknown, agreement.wrong)

    @property
    def right(self) -> float:
        """The share of what was foretold that came true."""
        told = self.cells - self.unknown
        return (told - len(self.wrong)) / told if told else 0.0

    @property
    def false_ok(self) -> int:
        """The cells that were foretold as OK and are not."""
        return sum(predicted == "OK" for _, predicted in self.wrong)

    @property
    def is_good(self) -> bool:
        """Whether it is as good as the documentation says."""
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
    """The names of the tables that the registry may not learn from, and has to foretell."""
    return {table.name for table in tables if is_kept(table) and table.is_told}
