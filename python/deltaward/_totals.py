"""An audit in figures: what there is to say before any table is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deltaward._report import Answer, Report

VERDICTS = ("HARMS_OTHERS", "SILENTLY_WRONG", "BLOCKED", "UNKNOWN", "DEGRADED", "OK", "NOT_OFFERED")
"""The worst first."""

WRONG = VERDICTS[:2]
"""Those without an error."""


@dataclass(frozen=True, order=True)
class Who:
    """A way in which a client goes to tables."""

    client: str
    version: str
    path: str

    @classmethod
    def of(cls, answer: Answer) -> Who:
        """Return whom an answer is about."""
        return cls(answer.client, answer.clientVersion or "", answer.accessPath or "")

    def __str__(self) -> str:
        """Return the client as the columns of the statements name it."""
        version = f" {self.version}" if self.version else ""
        return f"{self.client}{version}" + (f" ({self.path})" if self.path else "")


@dataclass
class Standing:
    """How many tables someone can read and write."""

    who: Who
    read: Counter[str] = field(default_factory=Counter)
    write: Counter[str] = field(default_factory=Counter)

    @property
    def unknown(self) -> bool:
        """Whether nothing is known of it, on any table."""
        return not (self.read + self.write).keys() - {"UNKNOWN", "NOT_OFFERED"}

    @property
    def badness(self) -> tuple[int, ...]:
        """The larger, the more it asks for attention."""
        both = self.read + self.write
        return tuple(both[verdict] for verdict in VERDICTS[:4])


@dataclass
class Unlock:
    """What some steps would give access to, where they are all that is missing."""

    steps: tuple[str, ...]
    tables: int = 0
    counted: Counter[Who] = field(default_factory=Counter)

    @property
    def clients(self) -> list[tuple[Who, int]]:
        """Who gains access, to how many tables; those with most of them first."""
        return sorted(self.counted.items(), key=lambda gain: (-gain[1], gain[0]))


@dataclass
class Wrong:
    """Someone who goes wrong without an error, on how many tables, and because of what."""

    who: Who
    accesses: tuple[str, ...]
    tables: int = 0
    features: Counter[str] = field(default_factory=Counter)
    harms: bool = False
    """Whether others lose by it."""


@dataclass
class Heat:
    """How many tables a feature closes to whom, by the worst verdict on each."""

    clients: list[Who]
    features: list[str]
    cells: dict[tuple[Who, str], Counter[str]]
    more: int
    """How many features were left out, those of the fewest tables."""

    @property
    def largest(self) -> int:
        """The most tables of any cell."""
        return max((verdicts.total() for verdicts in self.cells.values()), default=0)


@dataclass
class Totals:
    """All figures of a report."""

    tables: int
    unreadable: Counter[str]
    """Tables that were not read, by error condition."""

    policy: int
    wrong: int
    blocked: int
    standings: list[Standing]
    wrongs: list[Wrong]
    unlocks: list[Unlock]
    heat: Heat

    @property
    def read(self) -> int:
        """How many tables the answers are about."""
        return self.tables - self.unreadable.total()


def totals(report: Report, most_features: int = 40) -> Totals:
    """Count everything, each set of answers once for all tables that share it."""
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
    """Return the worse of both verdicts."""
    return min(answer.readVerdict, answer.writeVerdict, key=_rank)


def _rank(verdict: str) -> int:
    return VERDICTS.index(verdict) if verdict in VERDICTS else VERDICTS.index("UNKNOWN")


_Shape = tuple[tuple["Answer", ...], int]


def _shapes(report: Report) -> Iterator[_Shape]:
    """Give sets of answers, each with the number of its tables."""
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
    """Those first who ask for attention, and all ways of one client together."""
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
