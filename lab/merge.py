"""Merges observations and sourced facts to the registry. Observations take precedence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lab.cases import with_cases
from lab.cells import LabTable, Observation
from lab.hidden import worded
from lab.infer import JSON, NOT_OFFERED, support
from lab.protocols import READ, WRITE
from lab.races.cells import RaceCell, cases
from lab.rules import worse
from lab.setup import ClientSetup
from lab.versions import order
from lab.wording import general


@dataclass(frozen=True)
class Seen:
    """The observations of a client: alone with tables, and beside another writer."""

    cells: list[Observation]
    races: list[RaceCell]

    def of(self, version: str) -> Seen:
        """Returns the observations of one version."""
        return Seen(
            [cell for cell in self.cells if cell.version == version],
            [cell for cell in self.races if cell.version == version],
        )


def client(
    facts: JSON,
    setups: Iterable[ClientSetup],
    all_seen: Seen,
    tables: dict[str, LabTable],
    known: set[str],
) -> JSON:
    """Returns one client of the registry. Releases that were run replace sourced ones."""
    setups = list(setups)
    seen = {setup.version for setup in setups if all_seen.of(setup.version).cells}
    sourced = [part for release in facts["releases"] for part in _parts(release, seen)]
    run: list[JSON] = []
    for setup in setups:
        own = all_seen.of(setup.version)
        if own.cells:
            run += _releases(setup, own, sourced, tables, known)
    releases = [r for r in sourced if not _covered(r, run)] + run
    paths = list(dict.fromkeys(r["accessPath"] for r in run + sourced))
    releases.sort(key=lambda r: (paths.index(r["accessPath"]), order(r["version"])))
    outside = sorted({*facts.get("featuresOutsideProtocol", []), *_outside(run, known)})
    result = {**facts, "releases": releases}
    if outside:
        result["featuresOutsideProtocol"] = outside
    return result


def _parts(release: JSON, seen: set[str]) -> list[JSON]:
    """Returns the release, or the two ends of a range that contains a version which was run."""
    ends = release["version"].split(" - ")
    inside = [v for v in seen if len(ends) > 1 and order(ends[0]) <= order(v) <= order(ends[1])]
    return [{**release, "version": end} for end in ends] if inside else [release]


def _outside(releases: list[JSON], known: set[str]) -> set[str]:
    """Returns the features in these releases that no specification has."""
    sides = [release[side] for release in releases for side in ("read", "write")]
    named = {
        name
        for side in sides
        for part in ("features", "uncertain", "conditions", "legacyFeatures")
        for name in side.get(part, [])
    }
    return named - known


def _releases(
    setup: ClientSetup,
    seen: Seen,
    sourced: list[JSON],
    tables: dict[str, LabTable],
    known: set[str],
) -> list[JSON]:
    releases: list[JSON] = []
    for path, operations in setup.paths.items():
        own = [cell for cell in seen.cells if cell.accessPath == path]
        met = [cell for cell in seen.races if cell.accessPath == path]
        if not own:
            continue
        fact = _fact(sourced, path, setup.version)
        reads = [cell for cell in own if cell.operation == "read"]
        writes = [cell for cell in own if cell.operation != "read"]
        if reads:
            read = _read(reads, tables, known)
        elif "read" in operations:
            read = NOT_OFFERED
        else:
            read = releases[0]["read"] if releases else NOT_OFFERED
        if writes:
            write = {**support(writes, tables, WRITE, known), "triedAlone": True}
            found = [*cases(met), *_of_signs(writes, tables)]
            if found:
                write["cases"] = found
        elif any(operation != "read" for operation in operations) or path in setup.read_only:
            write = NOT_OFFERED
        elif fact is not None:
            write = fact["write"]
        else:
            write = {"noEvidence": f"writing with {setup.client} {setup.version} was not tried"}
        if fact is not None:
            read, write = _refused(read, fact["read"]), _refused(write, fact["write"])
        taken = fact is not None and write is fact["write"] and "noEvidence" not in write
        releases.append(
            {
                "version": setup.version,
                "accessPath": path,
                "read": read,
                "write": write,
                "evidence": fact["evidence"] if taken and fact else "observed",
                "verifiedAt": max(cell.date for cell in own),
                "sources": [
                    f"registry/observations/{setup.name}.json",
                    *([f"registry/races/{setup.name}.json"] if met else []),
                    *(fact["sources"] if taken and fact else []),
                ],
            }
        )
    return releases


def _read(reads: list[Observation], tables: dict[str, LabTable], known: set[str]) -> JSON:
    """Returns what reads show. Tables about several things show more, if there are any."""
    alone = [cell for cell in reads if not tables[cell.table].levels]
    read = support(alone, tables, READ, known)
    if len(alone) < len(reads):
        return with_cases(read, reads, tables)
    signs = _of_signs(reads, tables)
    return {**read, "cases": signs} if signs else read


def _of_signs(cells: list[Observation], tables: dict[str, LabTable]) -> list[JSON]:
    """Returns a case for each sign of a table's shape on which the client fails."""
    worst: dict[str, Observation] = {}
    # A failure without a condition tells more, so it comes first.
    for cell in sorted(cells, key=lambda cell: len(tables[cell.table].hidden)):
        table = tables[cell.table]
        if table.feature == "basic" and table.way and cell.verdict != "OK":
            known = worst.get(table.way)
            if known is None or worse(known.verdict, cell.verdict) != known.verdict:
                worst[table.way] = cell
    return [
        {
            "when": [sign],
            "verdict": cell.verdict,
            "condition": worded(general(cell.error, tables[cell.table]), tables[cell.table].hidden),
        }
        for sign, cell in sorted(worst.items())
    ]


def _refused(own: JSON, fact: JSON) -> JSON:
    """Marks untried features as refused if a source says so. No source shows that one works."""
    if "uncertain" not in own or fact.get("otherFeatures") != "refused":
        return own
    told = {*fact["features"], *fact.get("conditions", {}), *fact.get("uncertain", [])}
    left = [name for name in own["uncertain"] if name in told]
    rest = {key: value for key, value in own.items() if key != "uncertain"}
    return {**rest, "uncertain": left} if left else rest


def _fact(sourced: list[JSON], path: str, version: str) -> JSON | None:
    same = (r for r in sourced if r["accessPath"] == path and r["version"] == version)
    return next(same, None)


def _covered(release: JSON, run: list[JSON]) -> bool:
    """Returns whether observations replace a sourced release.

    They do if they are of the same version, or of an older and a newer version that agree. Runs
    are better evidence than sources.
    """
    path, version = release["accessPath"], release["version"]
    own = sorted((r for r in run if r["accessPath"] == path), key=lambda r: order(r["version"]))
    if any(r["version"] == version for r in own):
        return True
    older = [r for r in own if order(r["version"]) < order(version)]
    newer = [r for r in own if order(r["version"]) > order(version)]
    return bool(older and newer) and agree(older[-1], newer[0])


def agree(one: JSON, other: JSON) -> bool:
    """Returns whether two releases have the same facts, whatever their words."""
    return all(_facts(one[side]) == _facts(other[side]) for side in ("read", "write"))


def _facts(side: dict[str, Any]) -> JSON:
    rest = {
        key: value for key, value in side.items() if key not in ("failures", "conditions", "cases")
    }
    rest["cases"] = [
        {key: value for key, value in case.items() if key != "condition"}
        for case in side.get("cases", [])
    ]
    rest["conditions"] = {
        name: [
            {k: v for k, v in condition.items() if k != "condition"}
            for condition in (found if isinstance(found, list) else [found])
        ]
        for name, found in side.get("conditions", {}).items()
    }
    return rest
