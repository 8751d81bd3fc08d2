"""The registry's verdict on one client and one feature, whatever else a table has."""

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
MUST_READ = "to write, it must also read"
# The prefixes of facts about the shape of a table.
SHAPES = frozenset({"partitioned", "partition", "column", "array", "map", "struct"})
NOT_ASKED = "a reader need not know it"


@dataclass(frozen=True)
class Standing:
    """A verdict and its reasons.

    Attributes:
        verdict: the verdict on a table that uses the feature.
        texts: what the verdict depends on, and how the client fails; may be empty.
    """

    verdict: str
    texts: tuple[str, ...] = ()


def standing(side: JSON, feature: str, needed: bool) -> Standing:
    """Returns the client's worst verdict on the feature.

    Args:
        side: the reading or writing side of a release, in the registry's format.
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
        # A failure in tables of one shape only counts if nobody would notice it.
        if not shapes or (verdict in USABLE and case["verdict"] in UNNOTICED):
            verdict = worse(verdict, case["verdict"])
        where = f"with {' and '.join(case['when'])}: " if shapes else ""
        if case["verdict"] != "UNKNOWN" or not shapes:
            texts.append(f"{where}{case['condition']}")
    return Standing(verdict, tuple(dict.fromkeys(texts)))


def writing(release: JSON, read: Standing, write: Standing) -> Standing:
    """Limits the writing verdict by the reading one, unless writing was tried alone (rule P4)."""
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
    """Returns the newest release of each access path, in the order of the registry."""
    paths = dict.fromkeys(release["accessPath"] for release in client["releases"])
    return [
        max(
            (r for r in client["releases"] if r["accessPath"] == path),
            key=lambda r: order(r["version"]),
        )
        for path in paths
    ]


def anywhere(side: JSON) -> list[JSON]:
    """Returns the cases that apply to every table."""
    return [case for case in side.get("cases", []) if not case["when"]]


def known_features(clients: Iterable[JSON]) -> list[str]:
    """Returns every feature that some release mentions, sorted."""
    names: set[str] = set()
    for client in clients:
        for release in client["releases"]:
            for side in (release["read"], release["write"]):
                for part in ("features", "uncertain", "conditions", "legacyFeatures"):
                    names.update(side.get(part, []))
    return sorted(names, key=str.lower)
