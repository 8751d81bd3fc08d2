"""The command line of the lab."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

from lab import build, observe, report, split, store
from lab.cells import STATES, LabTable, Observation, State
from lab.check import Agreement, compare, predictions
from lab.environments import command_of
from lab.fleet import CLIENTS, LACKING, PATHS, fleet, newest
from lab.infer import JSON
from lab.judge_writes import checked
from lab.kinds import KINDS, leave_out, rows
from lab.matrix import Beside, page
from lab.news import news
from lab.races import cells as races
from lab.races import ring
from lab.races.race import Race
from lab.setup import ClientSetup
from lab.site import site
from lab.spark import delta_alone, with_deltaward
from lab.tables.factory import RECIPES, add_facts, read_catalogue, write_all
from lab.telling import telling

ROOT = Path(__file__).parents[1]
LAB = ROOT / "build" / "lab"
# The clients that read a table after a race, besides Spark, each with its access path.
READERS = {"deltalake": "rust", "duckdb": "delta_scan"}
FRESH = LAB / "fresh"
CATALOGUE = ROOT / "registry" / "tables.json"
OBSERVATIONS = ROOT / "registry" / "observations"
RACES = ROOT / "registry" / "races"
FORETOLD = ROOT / "registry" / "foretold.txt"
LEFT_OUT = ROOT / "registry" / "kinds.json"


def write_tables(wanted: list[str]) -> None:
    """Write the tables."""
    with delta_alone() as spark:
        write_all(spark, LAB / "tables", CATALOGUE, set(wanted))
    with with_deltaward() as spark:
        add_facts(spark, LAB / "tables", CATALOGUE, set(wanted))


def run(
    clients: list[ClientSetup],
    tables: list[LabTable],
    into: Path,
    states: Collection[State] = STATES,
    at_once: int = 1,
) -> None:
    """Runs clients on tables, and replaces the known observations of these clients and tables.

    Spark checks the tables that clients wrote, if their state is one of ``states``. Writes to
    other tables that need this check are dropped.
    """
    outcomes = {}
    with ThreadPoolExecutor(at_once) as pool:
        seen = pool.map(lambda setup: list(observe.run(setup, tables, LAB)), clients)
        for setup, one in zip(clients, seen, strict=True):
            outcomes[setup] = one
            observe.progress(setup, one)
    today = datetime.now(timezone.utc).date()
    kept = {t.name for t in read_catalogue(CATALOGUE)} - {t.name for t in tables}
    written = any(o.written for found in outcomes.values() for o in found)
    with delta_alone() if written else contextlib.nullcontext() as spark:
        for setup, all_found in outcomes.items():
            found = [o for o in all_found if not o.written or o.table.state in states]
            known = [cell for cell in store.of_client(into, setup) if cell.table in kept]
            judged = observe.working(list(checked(spark, found)) if spark else found, known)
            store.put(into, setup, store.observations(setup, judged, today), kept)


def race(
    clients: list[ClientSetup],
    into: Path,
    wanted: Callable[[ClientSetup, str, Race], bool] = lambda *_: True,
) -> None:
    """Runs races of clients against Spark on one table, and replaces the known results."""
    today = datetime.now(timezone.utc).date().isoformat()
    readers = [(setup, path) for name, path in READERS.items() for setup in [newest(name)]]
    with (
        delta_alone() as spark,
        contextlib.closing(ring.Ring(spark, readers, LAB)) as place,
    ):
        for setup in clients:
            found = list(place.run(setup, partial(wanted, setup), today))
            if found:
                races.put(into, setup.name, found)


def compare_all(cells: list[Observation], clients: Path | None = None) -> Agreement:
    """Compares cells with the product's verdicts, and prints each difference.

    Leaves out tables that protocol and schema do not describe fully.
    """
    tables = {table.name: table for table in read_catalogue(CATALOGUE)}
    told = [cell for cell in cells if tables[cell.table].is_told]
    with with_deltaward(clients) as spark:
        predicted = predictions(
            spark, LAB / "tables", [tables[name] for name in sorted({cell.table for cell in told})]
        )
    agreement = compare(told, predicted, tables, races.read(RACES))
    for cell, verdict in agreement.disagreeing:
        place = f"{cell.client} {cell.version} {cell.accessPath} {cell.operation} {cell.table}"
        print(f"{place}: predicted {verdict}, observed {cell.verdict} {cell.error}")
    print(agreement)
    return agreement


def chosen(names: list[str], version: str | None) -> list[ClientSetup]:
    """Returns the named clients, at ``version`` if it is given. Without names, returns all.

    Raises:
        KeyError: the lab does not run a client of that name.
    """
    run = fleet(OBSERVATIONS)
    if version is None:
        return [setup for setup in run if not names or {setup.name, setup.client} & set(names)]
    known = {setup.name: setup for setup in run}
    return [known.get(f"{name}-{version}", newest(name).at(version)) for name in names]


def run_quick(tables: list[LabTable], states: Collection[State]) -> None:
    """Writes the tables, and runs the newest pip clients on them. Results go to ``FRESH``."""
    ring.compile_hold()
    for old in FRESH.rglob("*.json"):
        old.unlink()
    write_tables([table.name for table in tables])
    run(quick_ones(), tables, FRESH, states, at_once=2)
    quick = {(setup.client, setup.version) for setup in quick_ones()}
    recorded_races = [cell for cell in races.read(RACES) if (cell.client, cell.version) in quick]
    wanted = {cell.place for cell in races.telling(recorded_races)}
    race(
        quick_ones(),
        FRESH / "races",
        lambda setup, path, one: (
            (setup.client, setup.version, path, one.operation, one.table.name, one.turn, one.within)
            in wanted
        ),
    )


def quick_ones() -> list[ClientSetup]:
    """The newest pip clients."""
    return [setup for setup in CLIENTS if setup.quick]


def recorded(clients: list[ClientSetup]) -> list[Observation]:
    """Returns the observations of these clients by the last `make lab`."""
    wanted = {(setup.client, setup.version) for setup in clients}
    return [cell for cell in store.read(OBSERVATIONS) if (cell.client, cell.version) in wanted]


def install() -> None:
    """Creates the missing environments of the newest pip clients."""
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda setup: command_of(setup, LAB), quick_ones()))


def check() -> int:
    """Compares fresh cells with the product's verdicts, and fresh races with the known ones."""
    cells = store.read(FRESH)
    agreement = compare_all(cells)
    seen = {(cell.client, cell.version) for cell in cells}
    failures = [
        (f"{setup.client} {setup.version}", "nothing was observed")
        for setup in quick_ones()
        if (setup.client, setup.version) not in seen
    ]
    known = {cell.place: cell.verdict for cell in races.read(RACES)}
    anew = races.read(FRESH / "races")
    failures += [
        (" ".join(map(str, cell.place)), f"was {known[cell.place]}, is {cell.verdict} {cell.error}")
        for cell in anew
        if cell.verdict != known[cell.place]
    ]
    report.write(ROOT / "build" / "reports" / "lab.xml", agreement, len(anew), failures)
    print(f"{len(anew)} races run anew")
    for name, what in failures:
        print(f"{name}: {what}")
    return 1 if agreement.wrong or failures else 0


def print_news() -> int:
    """Prints the newest version of each client beside the one that the lab has run."""
    names = sorted({setup.client for setup in CLIENTS})
    print(f"{'client':22} {'run':10} {'newest':10}")
    for one in news([newest(name) for name in names], LAB):
        print(one)
    return 0


def foretell() -> int:
    """Builds the registry from some tables, and compares its verdicts on others with the cells."""
    tables = read_catalogue(CATALOGUE)
    names = split.kept(tables)
    if not names:
        print("no table with several things at once was observed: run `make lab` first")
        return 1
    cells = store.read(OBSERVATIONS)
    learnt = [cell for cell in cells if cell.table not in names]
    registry = LAB / "foretell.json"
    registry.write_text(json.dumps(build.clients(ROOT, tables, learnt, races.read(RACES))))
    agreement = compare_all([cell for cell in cells if cell.table in names], registry)
    foresight = split.Foresight.of(agreement)
    FORETOLD.write_text(f"{foresight}\n")
    print(foresight)
    return 0 if foresight.is_good else 1


def leave_kinds_out() -> int:
    """Builds the registry without each kind of tables, and says how its verdicts on them fare."""
    tables = read_catalogue(CATALOGUE)
    cells = store.read(OBSERVATIONS)
    met = races.read(RACES)

    def learn(seen: list[Observation]) -> list[JSON]:
        return build.clients(ROOT, tables, seen, met)

    found = []
    for kind in KINDS:
        one = leave_out(kind, tables, cells, learn).to_json()
        print(rows([one]))
        found.append(one)
    LEFT_OUT.write_text(build.text(found) + "\n")
    return 0


def document() -> int:
    """Compare every observation with the product, and write the page."""
    tables = read_catalogue(CATALOGUE)
    cells = store.read(OBSERVATIONS)
    agreement = compare_all(cells)
    beside = Beside(
        races.read(RACES),
        shipped(),
        FORETOLD.read_text().strip(),
        json.loads(LEFT_OUT.read_text()),
        PATHS,
        LACKING,
    )
    text = page(cells, tables, agreement, beside)
    (ROOT / "docs" / "clients.md").write_text(text)
    return 1 if agreement.false_ok else 0


def shipped() -> list[JSON]:
    """The registry as it ships."""
    folder = ROOT / build.SHIPPED
    ids = json.loads((folder / "index.json").read_text())["clients"]
    return [json.loads((folder / f"{name}.json").read_text()) for name in ids]


def write_site() -> int:
    """Write the public page."""
    tables = {table.name: table for table in read_catalogue(CATALOGUE)}
    site.write(
        site.Lab(
            shipped(),
            store.read(OBSERVATIONS),
            races.read(RACES),
            tables,
            {recipe.name: recipe for recipe in RECIPES},
            frozenset(name for table in tables.values() for name in table.readers),
            json.loads(LEFT_OUT.read_text()),
            datetime.now(timezone.utc).date(),
        ),
        ROOT / "build" / "site",
    )
    return 0


def step(name: str, given: argparse.Namespace) -> int:
    """Runs one step, and returns its exit code."""
    if name == "install":
        install()
    elif name == "tables":
        write_tables(given.table)
    elif name == "observe":
        tables = [t for t in read_catalogue(CATALOGUE) if not given.table or t.name in given.table]
        run(chosen(given.client, given.version), tables, OBSERVATIONS)
    elif name == "quick":
        known = read_catalogue(CATALOGUE)
        if given.exhaustive:
            run_quick(known, STATES)
        else:
            run_quick(telling(known, recorded(quick_ones())), ["used"])
    elif name == "race":
        ring.compile_hold()
        race(chosen(given.client, given.version), RACES)
    elif name == "build":
        build.build(ROOT)
    else:
        steps = {
            "check": check,
            "foretell": foretell,
            "kinds": leave_kinds_out,
            "document": document,
            "site": write_site,
            "news": print_news,
        }
        return steps[name]()
    return 0


def main() -> int:
    """Runs steps of the lab in one JVM, one after the other, until one fails."""
    parser = argparse.ArgumentParser(prog="python -m lab")
    # Races take minutes for each client, so they are a step of their own.
    steps = (
        "install",
        "tables",
        "observe",
        "race",
        "quick",
        "build",
        "check",
        "foretell",
        "kinds",
        "document",
        "site",
        "news",
    )
    parser.add_argument("steps", nargs="+", choices=steps)
    parser.add_argument("--client", action="append", default=[], help="observe this one only")
    parser.add_argument("--version", help="observe this version of it")
    parser.add_argument("--table", action="append", default=[], help="write or observe this only")
    parser.add_argument("--exhaustive", action="store_true", help="leave nothing out of quick")
    given = parser.parse_args()
    return next(filter(None, (step(name, given) for name in given.steps)), 0)


if __name__ == "__main__":
    sys.exit(main())
