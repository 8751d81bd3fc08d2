"""What the registry says of one client and one feature, whatever else a table has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lab.rules import worse
from lab.versions import order

JSON = dict[str, Any]
NOT_OFFERED = "NOT_OFFERED"
USABLE = ("OK", "DEGRADED")
UNNOTICED = ("SILENTLY_WRONG", "HARMS_OTHERS")
MUST_READ = "it must read what it writes to"
# What facts about the shape of a table begin with.
SHAPES = frozenset({"partitioned", "partition", "column", "array", "map", "struct"})
NOT_ASKED = "a reader need not know it"


@dataclass(frozen=True)
class Standing:
    """A verdict, and what is behind it.

    Attributes:
        verdict: on a table that uses the feature.
        texts: on what it depends, and how it fails; empty where there is nothing to say.
    """

    verdict: str
    texts: tuple[str, ...] = ()


def standing(side: JSON, feature: str, needed: bool) -> Standing:
    """The worst that the feature does to a client.

    Args:
        side: reading or writing of a release in the registry's format.
        feature: its name in a protocol.
        needed: whether the specification asks this side to know it.
    """
    if "noEvidence" in side:
        return Standing("UNKNOWN", (side["noEvidence"],))
    if side["versions"] == []:
        return Standing(NOT_OFFERED)
    alone = _alone(side, feature, needed)
    verdict, texts = alone.verdict, list(alone.texts)
    for case in side.get("cases", []):
        about = {fact.split(":")[0] for fact in case["when"]}
        shapes = about & SHAPES
        if about - shapes not in ({feature}, set()) or (shapes and feature not in about):
            continue
        # What is so in tables of one shape alone counts where nobody would notice it.
        if not shapes or (verdict in USABLE and case["verdict"] in UNNOTICED):
            verdict = worse(verdict, case["verdict"])
        where = f"with {' and '.join(case['when'])}: " if shapes else ""
        if case["verdict"] != "UNKNOWN" or not shapes:
            texts.append(f"{where}{case['condition']}")
    return Standing(verdict, tuple(dict.fromkeys(texts)))


def writing(release: JSON, read: Standing, write: Standing) -> Standing:
    """Who was not tried as a writer alone cannot write what it cannot read (rule P4)."""
    side = release["write"]
    asked = "noEvidence" not in side and not side.get("triedAlone") and side["versions"] != []
    if not asked or NOT_OFFERED in (read.verdict, write.verdict):
        return write
    if worse(read.verdict, write.verdict) == write.verdict:
        return write
    return Standing(read.verdict, (MUST_READ,))


def _alone(side: JSON, feature: str, needed: bool) -> Standing:
    found = side.get("conditions", {}).get(feature, [])
    conditions = found if isinstance(found, list) else [found]
    if feature in side.get("uncertain", []):
        return Standing("UNKNOWN", ("what is known of it is contradictory, or it was not tried",))
    if conditions:
        verdict = "OK"
        for condition in conditions:
            verdict = worse(verdict, condition["verdict"])
        return Standing(verdict, tuple(_words(condition) for condition in conditions))
    if feature in side["features"]:
        return Standing("OK")
    if not needed:
        return Standing("OK", (NOT_ASKED,))
    failure = side.get("failures", {}).get(feature)
    texts = (failure,) if failure else ()
    return {
        "refused": Standing("BLOCKED", texts),
        "ignored": Standing("SILENTLY_WRONG", ("it opens the table and passes over the feature",)),
    }.get(side["otherFeatures"], Standing("UNKNOWN"))


def _words(condition: JSON) -> str:
    state = condition["failsWhen"]
    when = {"listed": "listed", "undecidable": "there, and it depends"}.get(state, state)
    way = f" {condition['way']}" if "way" in condition else ""
    legacy = " (in a protocol without feature lists)" if condition.get("legacyVersionsOnly") else ""
    return f"where it is {when}{way}{legacy}: {condition['condition']}"


def newest(client: JSON) -> list[JSON]:
    """Of each access path the newest release, in the order of the registry."""
    paths = dict.fromkeys(release["accessPath"] for release in client["releases"])
    return [
        max(
            (r for r in client["releases"] if r["accessPath"] == path),
            key=lambda r: order(r["version"]),
        )
        for path in paths
    ]


def anywhere(side: JSON) -> list[JSON]:
    """The cases of every table, whatever it has."""
    return [case for case in side.get("cases", []) if not case["when"]]


def known_features(clients: Iterable[JSON]) -> list[str]:
    """Every feature that some release says something of, sorted."""
    names: set[str] = set()
    for client in clients:
        for release in client["releases"]:
            for side in (release["read"], release["write"]):
                for part in ("features", "uncertain", "conditions", "legacyFeatures"):
                    names.update(side.get(part, []))
    return sorted(names, key=str.lower)
