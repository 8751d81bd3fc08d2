"""Observations as files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path

from lab.cells import Observation
from lab.observe import Outcome
from lab.setup import ClientSetup


def observations(setup: ClientSetup, outcomes: Iterable[Outcome], day: date) -> list[Observation]:
    """The cells of one version of a client, sorted."""
    return sorted(
        Observation(
            setup.client,
            setup.version,
            outcome.path,
            outcome.table.name,
            outcome.table.feature,
            outcome.table.state,
            outcome.operation,
            outcome.verdict,
            outcome.error,
            day.isoformat(),
        )
        for outcome in outcomes
    )


def of_client(root: Path, setup: ClientSetup) -> list[Observation]:
    """Every cell of one version of a client."""
    path = root / f"{setup.name}.json"
    return _read(path) if path.exists() else []


def put(root: Path, setup: ClientSetup, cells: list[Observation], kept: set[str]) -> None:
    """Writes one version's file, one cell a line. Cells of tables in ``kept`` stay."""
    root.mkdir(parents=True, exist_ok=True)
    path = root / f"{setup.name}.json"
    old = [cell for cell in of_client(root, setup) if cell.table in kept]
    lines = ",\n".join(json.dumps(asdict(cell)) for cell in sorted([*old, *cells]))
    path.write_text(f"[\n{lines}\n]\n")


def read(root: Path) -> list[Observation]:
    """Every cell of every file."""
    return [cell for path in sorted(root.glob("*.json")) for cell in _read(path)]


def _read(path: Path) -> list[Observation]:
    return [Observation(**cell) for cell in json.loads(path.read_text())]
