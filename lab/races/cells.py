"""The results of races, as files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lab.cells import LabTable, Observation
from lab.races.race import TABLES
from lab.rules import worse

JSON = dict[str, Any]
FACTS = {table.name: frozenset(table.facts) for table in TABLES}
# The verdicts that are worse than a refusal, which is right if two writers conflict.
_BAD = ("HARMS_OTHERS", "SILENTLY_WRONG")


@dataclass(frozen=True, order=True)
class RaceCell:
    """The result of one client in one race.

    Attributes:
        table: the name of a race table.
        turn: what Spark did.
        within: whether the client acted while Spark's statement ran.
        date: the day of the run, ``2026-11-01``.
    """

    client: str
    version: str
    accessPath: str
    operation: str
    table: str
    turn: str
    within: bool
    verdict: str
    error: str
    date: str

    @property
    def place(self) -> tuple[str, str, str, str, str, str, bool]:
        """The key of the race: client, version, access path, and what the race is."""
        own = (self.client, self.version, self.accessPath)
        return (*own, self.operation, self.table, self.turn, self.within)

    @property
    def facts(self) -> frozenset[str]:
        """The facts of the race's table."""
        return FACTS[self.table]


def put(root: Path, name: str, cells: Iterable[RaceCell]) -> None:
    """Write the file of one version of a client, a cell a line."""
    root.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(asdict(cell)) for cell in sorted(cells))
    (root / f"{name}.json").write_text(f"[\n{lines}\n]\n")


def read(root: Path) -> list[RaceCell]:
    """All cells of all clients."""
    return [
        RaceCell(**cell)
        for path in sorted(root.glob("*.json"))
        for cell in json.loads(path.read_text())
    ]


def telling(cells: Iterable[RaceCell]) -> set[RaceCell]:
    """Returns one race for each access path and verdict, if there is no time for all."""
    found: dict[tuple[str, str, str, str], RaceCell] = {}
    for cell in sorted(cells):
        found.setdefault((cell.client, cell.version, cell.accessPath, cell.verdict), cell)
    return set(found.values())


def cases(cells: Iterable[RaceCell]) -> list[JSON]:
    """Returns the cases that the races of one access path show, in the registry's format."""
    own = list(cells)
    found = []
    for verdict in _BAD:
        by_facts: dict[frozenset[str], list[RaceCell]] = {}
        for cell in own:
            if cell.verdict == verdict:
                by_facts.setdefault(cell.facts, []).append(cell)
        # A failure on a plain table happens on every table, so one case covers all.
        everywhere = by_facts.get(frozenset())
        for facts, bad in [(frozenset(), everywhere)] if everywhere else by_facts.items():
            more = len(bad) - 1
            others = f", and so in {more} more race{'' if more == 1 else 's'}" if more else ""
            text = f"{_example(bad).error}{others}"
            found.append({"when": sorted(facts), "verdict": verdict, "condition": text})
    return found


def _example(bad: list[RaceCell]) -> RaceCell:
    """Returns the race on the plainest table, which most readers' tables are like."""
    plainest = list(FACTS)
    return min(bad, key=lambda cell: (plainest.index(cell.table), cell))


def judged(
    cell: Observation, table: LabTable, races: dict[tuple[str, str, str], list[RaceCell]]
) -> str:
    """Returns the worse of a cell's verdict and those of the client's races on such a table."""
    if cell.operation == "read":
        return cell.verdict
    own = races.get((cell.client, cell.version, cell.accessPath), [])
    verdict: str = cell.verdict
    for race in own:
        if race.verdict in _BAD and race.facts <= set(table.facts):
            verdict = worse(verdict, race.verdict)
    return verdict


def by_path(cells: Iterable[RaceCell]) -> dict[tuple[str, str, str], list[RaceCell]]:
    """Groups the cells by client, version and access path."""
    found: dict[tuple[str, str, str], list[RaceCell]] = {}
    for cell in cells:
        found.setdefault((cell.client, cell.version, cell.accessPath), []).append(cell)
    return found
