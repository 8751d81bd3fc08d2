"""Writes the site: pages that need no network, and their data as JSON."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from deltaward._report.templates import VERDICT_SIGNS
from lab.cells import LabTable, Observation
from lab.fleet import PATHS
from lab.races.cells import RaceCell
from lab.rules import RANK
from lab.site.standing import Standing, anywhere, known_features, newest, standing, writing
from lab.tables.recipe import FIRST, SECOND, Act, Recipe
from lab.versions import order

JSON = dict[str, Any]
HERE = Path(__file__).parent
SCHEMA = HERE / "site-1.schema.json"
STALE_DAYS = 90
BAD = ("HARMS_OTHERS", "SILENTLY_WRONG")


@dataclass(frozen=True)
class Lab:
    """The data of the site.

    Attributes:
        clients: the registry as it ships.
        readers: the features that readers must know.
        left_out: how verdicts fare on each kind of tables that was left out of learning.
    """

    clients: list[JSON]
    cells: list[Observation]
    races: list[RaceCell]
    tables: dict[str, LabTable]
    recipes: dict[str, Recipe]
    readers: frozenset[str]
    left_out: list[JSON]
    today: date


def write(lab: Lab, into: Path) -> None:
    """Writes every page and file into a new directory. Deletes an existing one.

    Args:
        lab: the data of the site.
        into: the directory.
    """
    shutil.rmtree(into, ignore_errors=True)
    for name in ("client", "feature", "evidence", "data"):
        (into / name).mkdir(parents=True)
    pages = _Pages(lab, into)
    pages.write()
    data = registry(lab)
    (into / "data" / "registry.json").write_text(json.dumps(data, indent=1) + "\n")
    shutil.copy(SCHEMA, into / "data" / "registry.schema.json")
    for name in ("site.css", "site.js"):
        shutil.copy(HERE / "templates" / name, into / name)


def registry(lab: Lab) -> JSON:
    """The verdicts of every release on every feature, for other programs; see the schema."""
    features = known_features(lab.clients)
    return {
        "form": 1,
        "date": lab.today.isoformat(),
        "releases": [
            {
                "client": client["id"],
                "version": release["version"],
                "accessPath": release["accessPath"],
                "evidence": release.get("evidence"),
                "verifiedAt": release["verifiedAt"],
                "features": {
                    feature: {
                        access: asdict(_of(lab, release, access, feature))
                        for access in ("read", "write")
                    }
                    for feature in features
                },
                "always": [
                    {"access": access, "verdict": case["verdict"], "text": case["condition"]}
                    for access in ("read", "write")
                    for case in anywhere(release[access])
                ],
            }
            for client in lab.clients
            for release in client["releases"]
        ],
    }


def _of(lab: Lab, release: JSON, access: str, feature: str) -> Standing:
    read = standing(release["read"], feature, feature in lab.readers)
    if access == "read":
        return read
    return writing(release, read, standing(release["write"], feature, needed=True))


class _Pages:
    def __init__(self, lab: Lab, into: Path) -> None:
        self._lab = lab
        self._into = into
        self._features = known_features(lab.clients)
        self._environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            signs=VERDICT_SIGNS,
            today=lab.today.isoformat(),
            stale=self._stale,
            standing=partial(_of, lab),
            anywhere=anywhere,
            slug=slug,
            address=address,
            observed={(cell.client, cell.version) for cell in lab.cells},
            tried={(cell.client, cell.version, cell.feature) for cell in lab.cells},
        )

    def write(self) -> None:
        columns = [(client, release) for client in self._lab.clients for release in newest(client)]
        self._page(
            "index.html",
            "index.html.j2",
            "",
            columns=columns,
            features=self._features,
            clients=self._lab.clients,
            bad=self._bad(),
            figures=self._figures(),
            left_out=self._lab.left_out,
        )
        for client in self._lab.clients:
            releases = sorted(client["releases"], key=lambda r: order(r["version"]), reverse=True)
            self._page(
                f"client/{client['id']}.html",
                "client.html.j2",
                "../",
                client=client,
                releases=releases,
                features=self._features,
                races=[race for race in self._lab.races if race.client == client["id"]],
            )
        for feature in self._features:
            self._page(
                f"feature/{feature}.html",
                "feature.html.j2",
                "../",
                feature=feature,
                clients=self._lab.clients,
            )
        self._evidence()
        self._page("tables.html", "tables.html.j2", "", tables=self._made())

    def _evidence(self) -> None:
        versions = sorted({(cell.client, cell.version) for cell in self._lab.cells})
        for client, version in versions:
            own = [c for c in self._lab.cells if (c.client, c.version) == (client, version)]
            met = [r for r in self._lab.races if (r.client, r.version) == (client, version)]
            own.sort(
                key=lambda c: (-RANK.index(c.verdict), c.feature.lower(), c.table, c.accessPath)
            )
            self._page(
                f"evidence/{slug(client, version)}.html",
                "evidence.html.j2",
                "../",
                client=client,
                version=version,
                cells=own,
                races=sorted(met, key=lambda r: (-RANK.index(r.verdict), r)),
                paths={k: v for k, v in PATHS.items() if k.startswith(f"{client} ")},
            )

    def _bad(self) -> list[tuple[str, JSON, str, str, list[tuple[str, Standing]]]]:
        """Returns the newest releases that harm or go wrong, the worst first, with the features."""
        found = []
        for verdict in BAD:
            for client in self._lab.clients:
                for release in newest(client):
                    for access in ("read", "write"):
                        on = [
                            (feature, stands)
                            for feature in self._features
                            for stands in [_of(self._lab, release, access, feature)]
                            if stands.verdict == verdict
                        ]
                        if on or any(c["verdict"] == verdict for c in anywhere(release[access])):
                            found.append((verdict, release, client["id"], access, on))
        return found

    def _figures(self) -> dict[str, int]:
        return {
            "cells": len(self._lab.cells) + len(self._lab.races),
            "tables": len({cell.table for cell in self._lab.cells}),
            "versions": len({(cell.client, cell.version) for cell in self._lab.cells}),
            "run": len({cell.client for cell in self._lab.cells}),
            "clients": len(self._lab.clients),
        }

    def _made(self) -> list[tuple[LabTable, list[str]]]:
        return [
            (table, statements(self._lab.recipes[name]))
            for name, table in sorted(self._lab.tables.items())
            if name in self._lab.recipes
        ]

    def _stale(self, release: JSON) -> bool:
        age = self._lab.today - date.fromisoformat(release["verifiedAt"])
        return age.days > STALE_DAYS

    def _page(self, path: str, template: str, root: str, **given: Any) -> None:
        text = self._environment.get_template(template).render(root=root, **given)
        (self._into / path).write_text(text, encoding="utf-8")


def statements(recipe: Recipe) -> list[str]:
    """Returns the SQL that makes a lab table, which it calls ``t``."""
    properties = ", ".join(f"'{k}' = '{v}'" for k, v in recipe.properties.items())
    made = " ".join(
        part
        for part in (
            f"CREATE TABLE t ({recipe.schema}) USING delta",
            recipe.clause,
            f"TBLPROPERTIES ({properties})" if properties else "",
        )
        if part
    )
    inserts = [
        f"INSERT INTO t ({recipe.insert}) SELECT {recipe.select} "
        f"FROM VALUES {values} AS rows(id, name, amount)"
        for values in (FIRST, SECOND)
    ]
    given = (
        [s.replace("{t}", "t") for s in recipe.before],
        [s.words if isinstance(s, Act) else s.replace("{t}", "t") for s in recipe.after],
    )
    edited = ["-- then its log is edited by hand"] if recipe.edit else []
    return [made, *given[0], *inserts, *given[1], *edited]


def slug(client: str, version: str) -> str:
    """Returns a name for a file that is valid for any version."""
    kept = "".join(c if c.isalnum() or c in ".-_" else "-" for c in version)
    return f"{client}-{kept}"


def address(cell: Observation) -> str:
    """Returns the anchor of a cell on its page, which stays the same."""
    return f"{cell.table}.{cell.accessPath}.{cell.operation}"
