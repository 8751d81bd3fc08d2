"""Observations as files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path

from clients.cells import Observation
from clients.observe import Outcome
from clients.setup import ClientSetup


def observations(
    setup: ClientSetup, outcomes: Iterable[Outcome], day: date
) -> list[Observation]:
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


def write(root: Path, setup: ClientSetup, cells: list[Observation]) -> None:
    """Write the file of one version of a client, a cell a line."""
    root.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(asdict(cell)) for cell in cells)
    (root / f"{setup.name}.json").write_text(f"[\n{lines}\n]\n")


def read(root: Path) -> list[Observation]:
    """Every cell of every file."""
    return [
        Observation(**cell)
        for path in sorted(root.glob("*.json"))
        for cell in json.loads(path.read_text())
    ]
