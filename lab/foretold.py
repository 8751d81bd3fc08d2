"""The registry's verdict on reading a table, computed as the product does."""

from __future__ import annotations

from typing import Any

from lab.cells import LabTable
from lab.infer import MIXED
from lab.protocols import READ
from lab.rules import worse

JSON = dict[str, Any]


def reading(side: JSON, table: LabTable) -> str:
    """Returns the verdict on reading the table.

    Args:
        side: the reading side of a release, in the registry's format.
        table: the table, with its facts.
    """
    verdict = _by_features(side, table)
    for case in side.get("cases", []):
        if set(case["when"]) <= set(table.facts):
            verdict = worse(verdict, case["verdict"])
    return verdict


def _by_features(side: JSON, table: LabTable) -> str:
    if "noEvidence" in side:
        return "UNKNOWN"
    ignores = side["otherFeatures"] == "ignored"
    versions = side["versions"]
    if not ignores and versions is not None and table.protocol[0] not in versions:
        return "BLOCKED"
    if side.get("refusesMixedProtocol") and table.protocol == MIXED:
        return "BLOCKED"
    named = set(table.listed) & side.get("conditions", {}).keys()
    verdict = "OK"
    for feature in {*READ.required(table), *named}:
        verdict = worse(verdict, _of_feature(feature, side, table))
    return verdict


def _of_feature(feature: str, side: JSON, table: LabTable) -> str:
    legacy = READ.legacy(table)
    honoured = side.get("legacyFeatures", []) if legacy else []
    conditions = [
        condition
        for condition in _several(side.get("conditions", {}).get(feature, []))
        if (bool(condition.get("legacyVersionsOnly")) or feature not in honoured)
        if legacy or not condition.get("legacyVersionsOnly")
    ]
    if feature in side.get("uncertain", []):
        return "UNKNOWN"
    if conditions:
        verdict = "OK"
        for condition in conditions:
            if fails(feature, condition, table):
                verdict = worse(verdict, condition["verdict"])
        return verdict
    if feature in side["features"] or feature in honoured:
        return "OK"
    if side["otherFeatures"] == "ignored":
        return "SILENTLY_WRONG" if f"{feature}:used" in table.facts else "OK"
    return "BLOCKED" if side["otherFeatures"] == "refused" and not legacy else "UNKNOWN"


def _several(found: Any) -> list[JSON]:
    return found if isinstance(found, list) else [found]


def fails(feature: str, condition: JSON, table: LabTable) -> bool:
    """Returns whether the table has the feature in the state and way of the condition."""
    way = condition.get("way")
    if way is not None and f"{feature}:{way}" not in table.facts:
        return False
    state = condition["failsWhen"]
    return bool(state == "listed" or f"{feature}:{state}" in table.facts)
