"""Infers which combinations of facts in a table make a client fail.

The registry first has rules for single features (:mod:`lab.infer`). Where these predict too little,
this module looks for the fewest and smallest sets of facts that explain the failures. Every table
that fails has such a set, and no table that the client reads has one.
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
from lab.hidden import HIDDEN, worded
from lab.rules import RANK
from lab.wording import general

JSON = dict[str, Any]
Facts = frozenset[str]
LARGEST = 3
# The places of a type. A type nested in a column counts as the column's.
TYPES = frozenset({"partition", "column"})
# The number of tried pairs of two kinds that stand for all pairs of these kinds.
ENOUGH = 3
# The number of tables, none of them read right, that puts the facts they share in doubt.
SEVERAL = 3
READ_RIGHT = ("OK", "DEGRADED")
NONE_RIGHT = "it reads no such table right"
# A type that no other stands for: files store it as a struct, which the log's schema hides.
ALONE = "variant"
# Columns do not affect each other, since each is read by itself.
APART = ("column", "array", "map", "struct")
LOCATIONS = frozenset({"encodedLocation", "delimiterLocation", "percentLocation"})
# Signs that need no table of their own beside each other fact: a location concerns all paths alike.
SIGNS = frozenset(
    {
        "partitioned",
        "partitionAfterRenamed",
        "encodedPaths",
        "nonAsciiPaths",
        "absolutePaths",
        "farTimestamps",
        *LOCATIONS,
    }
)


@dataclass(frozen=True)
class Tried:
    """One table that a client has tried.

    Attributes:
        foretold: the verdict that the rules of single features predict.
        observed: the verdict on what the client did.
        why: how it failed, in words that fit any table.
        several: whether it is about several things at once.
    """

    facts: Facts
    foretold: str
    observed: str
    why: str = ""
    several: bool = True


def with_cases(side: JSON, cells: Iterable[Observation], tables: dict[str, LabTable]) -> JSON:
    """Adds to one side of a release the cases that tables about several things show.

    Args:
        side: the reading side, inferred from tables about one feature.
        cells: what the client did with tables of both kinds.
        tables: the catalogue, by name.
    """
    by_table = [(tables[cell.table], cell) for cell in cells]
    seen = [(table, cell) for table, cell in by_table if table.facts and table.is_told]
    narrower = _narrowed(side, seen)
    tried = [
        Tried(
            frozenset((*table.facts, *table.hidden)),
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
    """Drops conditions that a table refutes. Narrower cases replace what was right about them."""
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
    """Infers the cases of one access path, in the registry's format.

    Args:
        tried: what the client did.
        likely: features that are the likely causes: those that readers must know.
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
    """Yields each fact or pair of facts that several tables have, none of which is read right.

    A table does not count if the rules of single features already predict its failure.
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
    """Returns the smallest of the sets that explain most of ``left`` and are in no other table."""
    facts = sorted(
        {fact for table in left for fact in table.facts},
        key=lambda fact: (not _matters(fact, likely), fact in SIGNS, fact),
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
    return name in likely or name in {*SIGNS, *TYPES, *APART}


def _having(facts: list[str], tables: list[Tried]) -> dict[str, int]:
    """Maps each fact to the tables that have it, as a bit set."""
    return {
        fact: sum(1 << i for i, table in enumerate(tables) if fact in table.facts) for fact in facts
    }


def _rarest(table: Tried, others: list[Tried]) -> Facts:
    """Returns the set of the table's facts that fewest others have. Each set is in some other."""
    facts = sorted(table.facts)
    read = _having(facts, others)
    sets = (chosen for size in range(1, LARGEST + 1) for chosen in combinations(facts, size))
    return frozenset(min(sets, key=lambda s: reduce(and_, (read[f] for f in s)).bit_count()))


def _case(when: Facts, verdict: str, explained: list[Tried]) -> JSON:
    words = Counter(table.why for table in explained if table.why)
    why = words.most_common(1)[0][0] if words else "it fails"
    return {
        "when": sorted(when - HIDDEN.keys()),
        "verdict": verdict,
        "condition": worded(why, when),
    }


def untried(
    tables: list[Tried], known: Iterable[JSON] = (), likely: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yields each pair of facts that the client read one by one, but never in one table.

    A pair counts as tried only if the client read a table with both. Only facts of tables about
    several things count. Types stand for each other: a feature that was read with several types
    of column counts as tried with all. A case about the feature and a type of column excludes it.

    Args:
        tables: what was tried.
        known: the cases that were found.
        likely: features that readers must know. Others change nothing that a reader reads.
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
    """Returns each feature's ways of use, or else its furthest state, which implies the others."""
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
    """Returns the pair with each type replaced by its place."""
    return frozenset(_kind(fact) for fact in pair)


def _kind(fact: str) -> str:
    place, _, of = fact.partition(":")
    if of == ALONE:
        return fact
    return "column" if place in APART else place if place in TYPES else fact


def _apart(one: str, other: str) -> bool:
    """Returns whether the pair needs no table of its own."""
    kinds = {fact.split(":")[0] for fact in (one, other)}
    return (
        len(kinds) == 1
        or kinds <= set(APART)
        or bool(kinds & SIGNS)
        or kinds == {"clustering", "partition"}
    )


def _untried(pair: Iterable[str]) -> JSON:
    return {"when": list(pair), "verdict": "UNKNOWN", "condition": "not tried together"}
