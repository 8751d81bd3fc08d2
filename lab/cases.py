"""What a client fails on only where a table has several things at once.

Features by themselves are laid down in the registry first (:mod:`clients.infer`). Where that
foretells too little, the fewest and shortest sets of facts are looked for that are in every table
the client fails on, and in none that it reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
from typing import Any

from lab.cells import LabTable, Observation
from lab.foretold import fails, reading
from lab.rules import RANK
from lab.wording import general

JSON = dict[str, Any]
Facts = frozenset[str]
LARGEST = 3
# Where a type can stand; what is in a column counts as the column.
TYPES = frozenset({"partition", "column"})
# So many pairs of two kinds stand for all of them.
ENOUGH = 3
# In so many tables, none of which is read right, two things are in doubt together.
SEVERAL = 3
READ_RIGHT = ("OK", "DEGRADED")
NONE_RIGHT = "it reads no such table right"
# A type that no other stands for: a file holds it as a struct, which no schema of the log shows.
ALONE = "variant"
# Columns beside each other do not disturb each other: each is read by itself.
APART = ("column", "array", "map", "struct")


@dataclass(frozen=True)
class Tried:
    """One table that a client has tried.

    Attributes:
        foretold: by the features alone.
        observed: what it did.
        why: how it failed, in words that fit any table.
        several: whether it is about several things at once.
    """

    facts: Facts
    foretold: str
    observed: str
    why: str = ""
    several: bool = True


def with_cases(side: JSON, cells: Iterable[Observation], tables: dict[str, LabTable]) -> JSON:
    """One side of a release with what tables that are about several things tell beside it.

    Args:
        side: reading, by what tables about one feature tell.
        cells: what the client did with tables of both kinds.
        tables: the catalogue, by name.
    """
    by_table = [(tables[cell.table], cell) for cell in cells]
    seen = [(table, cell) for table, cell in by_table if table.facts and table.is_told]
    if not any(table.levels for table, _ in seen):
        return side
    narrower = _narrowed(side, seen)
    tried = [
        Tried(
            frozenset(table.facts),
            reading(narrower, table),
            cell.verdict,
            general(cell.error, table),
            bool(table.levels),
        )
        for table, cell in seen
    ]
    readers = {name for table in tables.values() for name in table.readers}
    found = cases(tried, readers)
    return {**narrower, "cases": found} if found else narrower


def _narrowed(side: JSON, seen: list[tuple[LabTable, Observation]]) -> JSON:
    """Without conditions that a table refutes: what is right of them is a case of fewer tables."""
    conditions: dict[str, list[JSON]] = {}
    features = set(side["features"])
    for feature, own in side.get("conditions", {}).items():
        given = own if isinstance(own, list) else [own]
        kept = [condition for condition in given if not _refuted(feature, condition, seen)]
        if kept:
            conditions[feature] = kept
        elif not all(condition.get("legacyVersionsOnly") for condition in given):
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


def cases(tried: Iterable[Tried], likely: Container[str] = ()) -> list[JSON]:
    """The cases of one access path, in the registry's format.

    Args:
        tried: what the client did.
        likely: features that are more likely a cause than others: those that readers must know.
    """
    tables = list(tried)
    found: list[JSON] = []
    for verdict in reversed(RANK[1:]):
        left = [t for t in tables if t.observed == verdict and _rank(t.foretold) < _rank(verdict)]
        others = [t for t in tables if _rank(t.observed) < _rank(verdict)]
        while left:
            told = _best(left, others, likely)
            when = told or _rarest(left[0], others)
            explained = [t for t in left if when <= t.facts]
            found.append(_case(when, verdict if told else "UNKNOWN", explained))
            left = [t for t in left if t not in explained]
    doubtful = [
        {**_untried(sorted(when)), "condition": NONE_RIGHT} for when in _doubtful(tables, likely)
    ]
    return found + doubtful + [_untried(pair) for pair in untried(tables, found, likely)]


def _doubtful(tables: list[Tried], likely: Container[str]) -> Iterator[Facts]:
    """Every one or two facts that are in several tables, of which the client reads none right.

    Where the features alone tell that it fails, there is nothing to doubt.
    """
    wrong = [
        t for t in tables if t.observed not in READ_RIGHT and _rank(t.foretold) < _rank(t.observed)
    ]
    right = [t for t in tables if t.observed in READ_RIGHT]
    facts = sorted({f for table in wrong for f in table.facts if _matters(f, likely)})
    failing, read = _having(facts, wrong), _having(facts, right)
    found: list[Facts] = []
    for size in (1, 2):
        for chosen in combinations(facts, size):
            often = reduce(and_, (failing[fact] for fact in chosen)).bit_count()
            none = not reduce(and_, (read[fact] for fact in chosen))
            if often >= SEVERAL and none and not any(f <= frozenset(chosen) for f in found):
                found.append(frozenset(chosen))
                yield found[-1]


def _rank(verdict: str) -> int:
    return RANK.index(verdict)


def _best(left: list[Tried], others: list[Tried], likely: Container[str]) -> Facts | None:
    """The set that explains most, and is in none of the others; of several the shortest."""
    facts = sorted(
        {fact for table in left for fact in table.facts},
        key=lambda fact: (not _matters(fact, likely), fact),
    )
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


def _matters(fact: str, likely: Container[str]) -> bool:
    name = fact.partition(":")[0]
    return name in likely or name in {"partitioned", *TYPES, *APART}


def _having(facts: list[str], tables: list[Tried]) -> dict[str, int]:
    """For each fact the tables that have it, a bit for each."""
    return {
        fact: sum(1 << i for i, table in enumerate(tables) if fact in table.facts) for fact in facts
    }


def _rarest(table: Tried, others: list[Tried]) -> Facts:
    """Of its facts, those that fewest others have: nothing tells it from all of them."""
    facts = sorted(table.facts)
    read = _having(facts, others)
    sets = (chosen for size in range(1, LARGEST + 1) for chosen in combinations(facts, size))
    return frozenset(min(sets, key=lambda s: reduce(and_, (read[f] for f in s)).bit_count()))


def _case(when: Facts, verdict: str, explained: list[Tried]) -> JSON:
    words = Counter(table.why for table in explained if table.why)
    why = words.most_common(1)[0][0] if words else "it fails"
    return {"when": sorted(when), "verdict": verdict, "condition": why}


def untried(
    tables: list[Tried], known: Iterable[JSON] = (), likely: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """Each two facts that the client was seen to take one by one, and not together.

    What was together only where the client failed, for whatever reason, was not tried. Only facts
    of tables that are about several things count. A type counts for others where it stands: a
    feature that was tried with several types of columns is tried with columns, unless
    some case is about that feature and a type of a column.

    Args:
        tables: what was tried.
        known: the cases that were found.
        likely: features that readers must know. Nothing of others is in what a reader reads.
    """
    opened = [t for t in tables if t.observed in READ_RIGHT]
    facts = {fact for t in opened if t.several for fact in t.facts if _matters(fact, likely)}
    alone = _telling(facts)
    together = {pair for t in opened for pair in combinations(sorted(t.facts & alone), 2)}
    often = Counter(_kinds(pair) for pair in together)
    disturbed = {_kinds(pair) for case in known for pair in combinations(sorted(case["when"]), 2)}
    for pair in combinations(sorted(alone), 2):
        kinds = _kinds(pair)
        enough = kinds & TYPES and often[kinds] >= ENOUGH and kinds not in disturbed
        if pair not in together and not enough and not _apart(*pair):
            yield pair


def _telling(facts: set[str]) -> Facts:
    """Of each feature the ways of using it, or the furthest state: it stands for those before."""
    states: dict[str, set[str]] = {}
    for fact in facts:
        name, _, state = fact.partition(":")
        states.setdefault(name, set()).add(state)
    found = set()
    for name, own in states.items():
        ways = own - {"", "enabled", "disabled", "used"}
        furthest = next(state for state in ("used", "enabled", "") if state in own or state == "")
        chosen = ways or {furthest}
        found |= {f"{name}:{state}" if state else name for state in chosen}
    return frozenset(found)


def _kinds(pair: tuple[str, str]) -> Facts:
    """Where types stand, whichever they are; and features."""
    return frozenset(_kind(fact) for fact in pair)


def _kind(fact: str) -> str:
    place, _, of = fact.partition(":")
    if of == ALONE:
        return fact
    return "column" if place in APART else place if place in TYPES else fact


def _apart(one: str, other: str) -> bool:
    """Whether no table has both, or one has both by the way it was made."""
    kinds = {fact.split(":")[0] for fact in (one, other)}
    return (
        len(kinds) == 1
        or kinds <= set(APART)
        or "partitioned" in kinds
        or kinds == {"clustering", "partition"}
    )


def _untried(pair: Iterable[str]) -> JSON:
    return {"when": list(pair), "verdict": "UNKNOWN", "condition": "not tried together"}
