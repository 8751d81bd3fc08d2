"""Infers the registry's entry on an access path from its cells.

A feature's verdicts by state become a rule. A failure is attributed to the feature that the table
is about, unless the table's protocol version or another of its features explains it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from lab.cells import LabTable, Observation
from lab.hidden import worded
from lab.protocols import Side, implied, is_about_version
from lab.rules import TRACELESS, ByState, conditions, refuses
from lab.wording import general

JSON = dict[str, Any]
NOT_OFFERED: JSON = {"versions": [], "features": [], "otherFeatures": "refused"}
# Letters that identify a feature in a message: clients write ClusteredTable for clustering.
STEM = 7
# The protocol that Delta writes if column mapping is the only reader feature.
MIXED = (2, 7)
EXAMPLES = {"read": "exampleReaderFeature", "write": "exampleWriterFeature"}


@dataclass
class Findings:
    """Findings from the cells of one side, before their translation to the registry's format."""

    versions: dict[int, bool] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    mixed: bool = False
    rules: dict[bool, dict[str, ByState]] = field(default_factory=lambda: {True: {}, False: {}})


def support(
    cells: Iterable[Observation], tables: dict[str, LabTable], side: Side, known: set[str]
) -> JSON:
    """Returns one side of a release in the registry's format.

    Args:
        cells: what the client did.
        tables: the catalogue, by name.
        side: reading or writing.
        known: every feature that a client may meet. Features that were not tried are uncertain.
    """
    pairs = [(tables[cell.table], _in_general(cell, tables[cell.table])) for cell in cells]
    found = Findings()
    _versions(found, pairs, side)
    found.mixed = _refuses_mixed(found, pairs)
    accepted = [
        (table, cell)
        for table, cell in pairs
        if found.versions[side.version(table)] and not (found.mixed and table.protocol == MIXED)
    ]
    for table, cell in accepted:
        if cell.verdict == "OK":
            _works(found, table, side)
    for alone in (True, False):
        for table, cell in accepted:
            if (not _others(table, side)) == alone:
                _blame(found, table, cell, side)
    return _in_words(found, pairs, side, known)


def _in_general(cell: Observation, table: LabTable) -> Observation:
    return replace(cell, error=worded(general(cell.error, table), table.hidden))


def _refuses_mixed(found: Findings, pairs: list[tuple[LabTable, Observation]]) -> bool:
    """Returns whether all tables with protocol (2, 7) are refused, but some (2, n) are not."""
    mixed = [cell for table, cell in pairs if table.protocol == MIXED]
    legacy = [c for t, c in pairs if t.protocol[0] == MIXED[0] and t.protocol != MIXED]
    refused = bool(mixed) and all(cell.verdict == "BLOCKED" for cell in mixed)
    if refused and any(cell.verdict != "BLOCKED" for cell in legacy):
        found.failures["(2, 7)"] = mixed[0].error
        return True
    return False


def _versions(found: Findings, pairs: list[tuple[LabTable, Observation]], side: Side) -> None:
    for table, cell in pairs:
        version = side.version(table)
        works = cell.verdict != "BLOCKED"
        found.versions[version] = found.versions.get(version, False) or works
    for table, cell in pairs:
        version = side.version(table)
        if not found.versions[version] and (
            is_about_version(table) or f"{side.field} {version}" not in found.failures
        ):
            found.failures[f"{side.field} {version}"] = cell.error


def _works(found: Findings, table: LabTable, side: Side) -> None:
    """Records that a working table's required features are supported."""
    rules = found.rules[side.legacy(table)]
    for name in side.required(table):
        used = name == "domainMetadata" and table.state == "used"
        state = table.state if name == table.feature or used else "supported"
        way = table.way if name == table.feature else ""
        rules.setdefault(name, ByState()).add(state, "OK", "", way)


def _others(table: LabTable, side: Side) -> list[str]:
    basics = {"appendOnly", "invariants", *implied(table, side)}
    return [n for n in side.required(table) if n != table.feature and n not in basics]


def _blame(found: Findings, table: LabTable, cell: Observation, side: Side) -> None:
    if cell.verdict == "OK" or table.feature == "basic":
        return
    rules = found.rules[side.legacy(table)]
    explained = [
        rules[name].get(state)
        for name in _others(table, side)
        if name in rules
        for state in ("supported", "enabled", "used")
    ]
    if table.feature not in side.required(table):
        _blame_writer_feature(found, table, cell, any(v not in (None, "OK") for v in explained))
        return
    named = table.feature.lower()[:STEM] in cell.error.lower()
    if named or not any(verdict == cell.verdict for verdict in explained):
        rules.setdefault(table.feature, ByState()).add(
            table.state, cell.verdict, cell.error, table.way
        )


def _blame_writer_feature(
    found: Findings, table: LabTable, cell: Observation, explained: bool
) -> None:
    """Records that a reader fails on a feature that readers need not know (rule P4)."""
    if not explained:
        rule = found.rules[False].setdefault(table.feature, ByState())
        rule.add("supported", "OK", "")
        rule.add(table.state, cell.verdict, cell.error)


def _of_writers_alone(pairs: list[tuple[LabTable, Observation]], side: Side) -> set[str]:
    """Returns the features that no reader needs to know."""
    if side.name == "write":
        return set()
    readers = {name for table, _ in pairs for name in table.readers}
    return {name for table, _ in pairs for name in table.listed} - readers - {"columnMapping"}


def _in_words(
    found: Findings, pairs: list[tuple[LabTable, Observation]], side: Side, known: set[str]
) -> JSON:
    example = [c for t, c in pairs if t.feature == EXAMPLES[side.name]]
    ignores = any(cell.verdict == "OK" for cell in example)
    listed, legacy = found.rules[False], found.rules[True]
    tops = {t.feature for t, _ in pairs if t.state == "used"} | TRACELESS
    features, both, uncertain = [], [], []
    words: dict[str, list[JSON]] = {}
    asked = (known - _of_writers_alone(pairs, side)) | listed.keys() | legacy.keys()
    for name in sorted(asked if ignores else asked - set(EXAMPLES.values())):
        rule, other = listed.get(name), legacy.get(name)
        if rule is None and other is None:
            uncertain.append(name)
            continue
        if rule is not None:
            if refuses(rule) and not ignores:
                found.failures[name] = rule.refusal()
            elif conditions(name, rule, name in tops, other):
                words[name] = conditions(name, rule, name in tops, other)
            else:
                features.append(name)
        if other is not None and (other != rule or refuses(other)):
            both.append(name)
            own = [{**c, "legacyVersionsOnly": True} for c in conditions(name, other, True, rule)]
            words[name] = [*words.get(name, []), *own]
    result: JSON = {
        "versions": None if ignores else sorted(v for v, ok in found.versions.items() if ok),
        "features": features,
    }
    extras: JSON = {
        "legacyFeatures": both,
        "uncertain": uncertain,
        "conditions": {name: words[name] for name in sorted(words) if words[name]},
    }
    result.update({key: value for key, value in extras.items() if value})
    if found.mixed:
        result["refusesMixedProtocol"] = True
    result["otherFeatures"] = "ignored" if ignores else "refused"
    if found.failures:
        result["failures"] = dict(sorted(found.failures.items()))
    return result
