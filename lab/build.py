"""Writes the shipped registry. Observations take precedence over facts from sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lab import features, store
from lab.cells import LabTable, Observation
from lab.fleet import fleet
from lab.infer import JSON
from lab.merge import Seen, client
from lab.races import cells as races
from lab.races.cells import RaceCell
from lab.tables.factory import read_catalogue

SHIPPED = "scala/core/src/main/resources/io/deltaward/clients"


def build(root: Path) -> None:
    """Write every client file and the index.

    Args:
        root: the repository.
    """
    tables = read_catalogue(root / "registry" / "tables.json")
    cells = store.read(root / "registry" / "observations")
    merged = clients(root, tables, cells, races.read(root / "registry" / "races"))
    for found in merged:
        (root / SHIPPED / f"{found['id']}.json").write_text(text(found) + "\n")
    ids = [found["id"] for found in merged]
    index = {**json.loads((root / SHIPPED / "index.json").read_text()), "clients": ids}
    (root / SHIPPED / "index.json").write_text(text(index) + "\n")


def clients(
    root: Path, tables: list[LabTable], cells: list[Observation], met: list[RaceCell]
) -> list[JSON]:
    """Returns every client in the registry's format, from observations and sourced facts."""
    by_name = {table.name: table for table in tables}
    known = features.known(root)
    run = fleet(root / "registry" / "observations")
    merged = []
    for path in sorted((root / "registry" / "facts").glob("*.json")):
        facts = json.loads(path.read_text())
        own = [cell for cell in cells if cell.client == facts["id"]]
        setups = [setup for setup in run if setup.client == facts["id"]]
        beside = [cell for cell in met if cell.client == facts["id"]]
        merged.append(client(facts, setups, Seen(own, beside), by_name, known))
    return merged


def text(value: Any, indent: str = "") -> str:
    """Returns JSON text with short lists and objects on one line."""
    flat = json.dumps(value)
    if len(flat) + len(indent) <= 110 and not _deep(value):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        members = [f"{inner}{json.dumps(k)}: {text(v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + text(v, inner) for v in value) + f"\n{indent}]"
    return flat


def _deep(value: Any) -> bool:
    members = value.values() if isinstance(value, dict) else value
    return isinstance(value, (dict, list)) and any(isinstance(m, dict) for m in members)
