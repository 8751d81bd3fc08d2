"""What a client fails on only where a table has several things at once.

Features by themselves are laid down in the registry first (:mod:`clients.infer`). Where that
foretells too little, the fewest and shortest sets of facts are looked for that are in every table
the client fails on, and in none that it reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Any

from clients.cells import LabTable, Observation
from clients.foretold import fails, reading
from clients.rules import RANK
from clients.wording import general

JSON = dict[str, Any]
Facts = frozenset[str]
LARGEST = 3
# Columns beside each other do not disturb each other: each is read by itself.
APART = ("column", "nested")


@dataclass(frozen=True)
class Tried:
    """One table that a client has tried.

    Attributes:
        foretold: by the features alone.
        observed: what it did.
        why: how it failed, in words that fit any table.
    """

    facts: Facts
    foretold: str
    observed: str
    why: str = ""


def with_cases(side: JSON, cells: Iterable[Observation], tables: dict[str, LabTable]) -> JSON:
    """One side of a release with what tables that are about several things tell beside it.

    Args:
        side: reading, by what tables about one feature tell.
        cells: what the client did with tables of both kinds.
        tables: the catalogue, by name.
    """
    seen = [(tables[cell.table], cell) for cell in cells if tables[cell.table].facts]
    if not any(table.levels for table, _ in seen):
        return side
    narrower = _narrowed(side, seen)
    tried = [
        Tried(
            frozenset(table.facts),
            reading(narrower, table),
            cell.verdict,
            general(cell.error, table),
        )
        for table, cell in seen
    ]
    found = cases(tried)
    return {**narrower, "cases": found} if found else narrower


def _narrowed(side: JSON, seen: list[tuple[LabTable, Observation]]) -> JSON:
    """Without conditions that a table refutes: what is right of them is a case of fewer tables."""
    conditions: dict[str, list[JSON]] = {}
    features = set(side["features"])
    for feature, own in side.get("conditions", {}).items():
        kept = [
            c for c in (own if isinstance(own, list) else [own]) if not _refuted(feature, c, seen)
        ]
        if kept:
            conditions[feature] = kept
        else:
            features.add(feature)
    rest = {key: value for key, value in side.items() if key != "conditions"}
    return {
        **rest,
        "features": sorted(features),
        **({"conditions": conditions} if conditions else {}),
    }


def _refuted(feature: str, condition: JSON, seen: list[tuple[LabTable, Observation]]) -> bool:
    return condition["failsWhen"] != "listed" and any(
        fails(feature, condition, table)
        and feature in table.listed
        and _rank(cell.verdict) < _rank(condition["verdict"])
        for table, cell in seen
    )


def cases(tried: Iterable[Tried]) -> list[JSON]:
    """The cases of one access path, in the registry's format."""
    tables = list(tried)
    found: list[JSON] = []
    for verdict in reversed(RANK[1:]):
        left = [t for t in tables if t.observed == verdict and _rank(t.foretold) < _rank(verdict)]
        others = [t for t in tables if _rank(t.observed) < _rank(verdict)]
        while left:
            when = _best(left, others)
            explained = [t for t in left if when <= t.facts] if when else left
            found.append(_case(when or _common(left), verdict if when else "UNKNOWN", explained))
            left = [t for t in left if t not in explained]
    return found + [_untried(pair) for pair in untried(tables)]


def _rank(verdict: str) -> int:
    return RANK.index(verdict)


def _best(left: list[Tried], others: list[Tried]) -> Facts | None:
    """The set that explains most, and is in none of the others; of several the shortest."""
    facts = sorted({fact for table in left for fact in table.facts})
    having, wrong = _having(facts, left), _having(facts, others)
    best: tuple[int, Facts] | None = None
    for size in range(1, LARGEST + 1):
        for chosen in combinations(facts, size):
            explained = reduce(and_, (having[fact] for fact in chosen)).bit_count()
            if explained > (best[0] if best else 0) and not reduce(
                and_, (wrong[fact] for fact in chosen)
            ):
                best = (explained, frozenset(chosen))
    return best[1] if best else None


def _having(facts: list[str], tables: list[Tried]) -> dict[str, int]:
    """For each fact the tables that have it, a bit for each."""
    return {
        fact: sum(1 << i for i, table in enumerate(tables) if fact in table.facts) for fact in facts
    }


def _common(tables: list[Tried]) -> Facts:
    return frozenset.intersection(*(table.facts for table in tables))


def _case(when: Facts, verdict: str, explained: list[Tried]) -> JSON:
    words = Counter(table.why for table in explained if table.why)
    why = words.most_common(1)[0][0] if words else "it fails"
    return {"when": sorted(when), "verdict": verdict, "condition": why}


def untried(tables: list[Tried]) -> Iterator[tuple[str, str]]:
    """Each two facts that the client was seen to take one by one, and not together."""
    opened = [_told(t.facts) for t in tables if t.observed != "BLOCKED"]
    together = {pair for facts in opened for pair in combinations(sorted(facts), 2)}
    alone = sorted({fact for facts in opened for fact in facts})
    for pair in combinations(alone, 2):
        if pair not in together and not _apart(*pair):
            yield pair


def _told(facts: Facts) -> Facts:
    """The furthest state of each feature."""
    states = {fact.split(":")[0] for fact in facts if ":" in fact}
    return frozenset(
        fact
        for fact in facts
        if fact not in states
        and not (fact.endswith(":enabled") and fact.replace(":enabled", ":used") in facts)
    )


def _apart(one: str, other: str) -> bool:
    """Whether the two are of one kind, of which a table has one by the way it was made."""
    kinds = [fact.split(":")[0] for fact in (one, other)]
    return kinds[0] == kinds[1] or set(kinds) <= set(APART) or "partitioned" in kinds


def _untried(pair: tuple[str, str]) -> JSON:
    return {"when": list(pair), "verdict": "UNKNOWN", "condition": "not tried together"}
