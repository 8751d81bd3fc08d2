"""The command line of the lab."""

from __future__ import annotations

import argparse
from datetime import datetime, timezone
from pathlib import Path

from clients import observe, store
from clients.fleet import CLIENTS
from clients.judge_writes import checked
from clients.setup import ClientSetup
from clients.spark import delta_alone
from clients.tables.factory import read_catalogue, write_all

ROOT = Path(__file__).parents[2]
LAB = ROOT / "build" / "lab"
CATALOGUE = ROOT / "registry" / "tables.json"
OBSERVATIONS = ROOT / "registry" / "observations"


def tables(wanted: list[str]) -> None:
    """Write the tables."""
    with delta_alone() as spark:
        write_all(spark, LAB / "tables", CATALOGUE, set(wanted))


def run(clients: list[ClientSetup], into: Path) -> None:
    """Run clients on the tables and keep what they did."""
    catalogue = read_catalogue(CATALOGUE)
    outcomes = {}
    for setup in clients:
        outcomes[setup] = observe.working(list(observe.run(setup, catalogue, LAB)))
        observe.progress(setup, outcomes[setup])
    today = datetime.now(timezone.utc).date()
    with delta_alone() as spark:
        for setup, found in outcomes.items():
            cells = store.observations(setup, checked(spark, found), today)
            store.write(into, setup, cells)


def chosen(names: list[str]) -> list[ClientSetup]:
    """The clients with these names; all where none is given."""
    return [setup for setup in CLIENTS if not names or setup.name in names]


def main() -> None:
    """Run one step of the lab."""
    parser = argparse.ArgumentParser(prog="python -m clients")
    parser.add_argument("step", choices=("tables", "observe"))
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if given.step == "tables":
        tables(given.names)
    else:
        run(chosen(given.names), OBSERVATIONS)


if __name__ == "__main__":
    main()
