"""Totals of an audit, which a report shows before its list of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deltaward._report.model import VERDICTS, WRONG

if TYPE_CHECKING:
    from deltaward._report.model import Answer
    from deltaward._report.result import AuditResult


@dataclass(frozen=True, order=True)
class Who:
    """One version of a client, through one access path."""

    client: str
    version: str
    path: str

    @classmethod
    def of(cls, answer: Answer) -> Who:
        """Returns the client, version and access path of an answer."""
        return cls(answer.client, answer.clientVersion or "", answer.accessPath or "")

    def __str__(self) -> str:
        """Returns ``client version (path)``, as in the columns of the statements."""
        version = f" {self.version}" if self.version else ""
        return f"{self.client}{version}" + (f" ({self.path})" if self.path else "")


@dataclass
class Standing:
    """The number of tables by verdict, for one client."""

    who: Who
    read: Counter[str] = field(default_factory=Counter)
    write: Counter[str] = field(default_factory=Counter)

    @property
    def unknown(self) -> bool:
        """Checks whether nothing is known about the client on any table."""
        return not (self.read + self.write).keys() - {"UNKNOWN", "NOT_OFFERED"}

    @property
    def badness(self) -> tuple[int, ...]:
        """Returns a sort key that is larger if the client needs more attention."""
        both = self.read + self.write
        return tuple(both[verdict] for verdict in VERDICTS[:4])


@dataclass
class Unlock:
    """Steps that give access, with the clients and tables that need nothing else."""

    steps: tuple[str, ...]
    tables: int = 0
    counted: Counter[Who] = field(default_factory=Counter)

    @property
    def clients(self) -> list[tuple[Who, int]]:
        """Returns each client that gains access, and to how many tables, most tables first."""
        return sorted(self.counted.items(), key=lambda gain: (-gain[1], gain[0]))


@dataclass
class Wrong:
    """A client that goes wrong without an error, with the number of tables and the features."""

    who: Who
    accesses: tuple[str, ...]
    tables: int = 0
    features: Counter[str] = field(default_factory=Counter)
    harms: bool = False
    """True if the client harms others."""


@dataclass
class Heat:
    """The number of tables that a feature closes to a client, by the worst verdict on each."""

    clients: list[Who]
    features: list[str]
    cells: dict[tuple[Who, str], Counter[str]]
    more: int
    """Number of features left out, which are those with the fewest tables."""

    @property
    def largest(self) -> int:
        """Returns the largest number of tables in a cell."""
        return max((verdicts.total() for verdicts in self.cells.values()), default=0)


@dataclass
class Totals:
    """All totals of a report."""

    tables: int
    unreadable: Counter[str]
    """Number of tables that were not read, by error condition."""

    policy: int
    wrong: int
    blocked: int
    standings: list[Standing]
    wrongs: list[Wrong]
    unlocks: list[Unlock]
    heat: Heat

    @property
    def read(self) -> int:
        """Returns the number of tables that were read."""
        return self.tables - self.unreadable.total()


def totals(report: AuditResult, most_features: int = 40) -> Totals:
    """Computes all totals. Goes through each set of answers once for all tables that share it."""
    shapes = list(_shapes(report))
    return Totals(
        tables=len(report.tables),
        unreadable=Counter(
            table.errorCondition or "for another reason"
            for table in report.tables
            if table.problem is not None
        ),
        policy=sum(1 for table in report.tables if table.policyViolations),
        wrong=_with(shapes, *WRONG),
        blocked=_with(shapes, "BLOCKED"),
        standings=_standings(shapes),
        wrongs=_wrongs(shapes),
        unlocks=_unlocks(shapes),
        heat=_heat(shapes, most_features),
    )


def worst(answer: Answer) -> str:
    """Returns the worse of an answer's two verdicts."""
    return min(answer.readVerdict, answer.writeVerdict, key=_rank)


def _rank(verdict: str) -> int:
    return VERDICTS.index(verdict) if verdict in VERDICTS else VERDICTS.index("UNKNOWN")


_Shape = tuple[tuple["Answer", ...], int]


def _shapes(report: AuditResult) -> Iterator[_Shape]:
    """Yields each set of answers, with the number of tables that share it."""
    shared = {id(table.answers): table.answers for table in report.tables}
    counted = Counter(id(table.answers) for table in report.tables)
    return ((shared[shape], tables) for shape, tables in counted.items())


def _with(shapes: list[_Shape], *verdicts: str) -> int:
    return sum(
        tables
        for answers, tables in shapes
        if any({answer.readVerdict, answer.writeVerdict} & {*verdicts} for answer in answers)
    )


def _standings(shapes: list[_Shape]) -> list[Standing]:
    """Returns standings grouped by client. Clients that need the most attention come first."""
    standings: dict[Who, Standing] = {}
    for answers, tables in shapes:
        for answer in answers:
            standing = standings.setdefault(Who.of(answer), Standing(Who.of(answer)))
            standing.read[answer.readVerdict] += tables
            standing.write[answer.writeVerdict] += tables
    worst_of: dict[str, tuple[int, ...]] = {}
    for who, standing in standings.items():
        worst_of[who.client] = max(worst_of.get(who.client, ()), standing.badness)
    by_client = sorted(standings.values(), key=lambda standing: standing.who)
    return sorted(by_client, key=lambda standing: worst_of[standing.who.client], reverse=True)


def _wrongs(shapes: list[_Shape]) -> list[Wrong]:
    found: dict[tuple[Who, tuple[str, ...], bool], Wrong] = {}
    for answers, tables in shapes:
        for answer in answers:
            given = {"read": answer.readVerdict, "write": answer.writeVerdict}
            accesses = tuple(each for each in given if given[each] in WRONG)
            if accesses:
                who, harms = Who.of(answer), VERDICTS[0] in given.values()
                new = Wrong(who, accesses, harms=harms)
                wrong = found.setdefault((who, accesses, harms), new)
                wrong.tables += tables
                wrong.features.update(dict.fromkeys(answer.blockingFeatures, tables))
    return sorted(found.values(), key=lambda wrong: (not wrong.harms, -wrong.tables, wrong.who))


def _unlocks(shapes: list[_Shape]) -> list[Unlock]:
    unlocks: dict[tuple[str, ...], Unlock] = {}
    for answers, tables in shapes:
        helped: dict[tuple[str, ...], set[Who]] = {}
        for answer in answers:
            if answer.unlockedBy:
                helped.setdefault(answer.unlockedBy, set()).add(Who.of(answer))
        for steps, clients in helped.items():
            unlock = unlocks.setdefault(steps, Unlock(steps))
            unlock.tables += tables
            unlock.counted.update(dict.fromkeys(clients, tables))
    return sorted(unlocks.values(), key=lambda unlock: (-unlock.tables, unlock.steps))


def _heat(shapes: list[_Shape], most_features: int) -> Heat:
    cells: dict[tuple[Who, str], Counter[str]] = {}
    for answers, tables in shapes:
        for answer in answers:
            for feature in answer.blockingFeatures:
                cells.setdefault((Who.of(answer), feature), Counter())[worst(answer)] += tables
    weights: Counter[str] = Counter()
    for (_, feature), verdicts in cells.items():
        weights[feature] += verdicts.total()
    features = sorted(weights, key=lambda feature: (-weights[feature], feature))
    shown = features[:most_features]
    clients = sorted({who for who, feature in cells if feature in shown})
    return Heat(clients, shown, cells, len(features) - len(shown))
