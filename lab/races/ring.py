"""Runs races of a client and Spark on real tables."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspark

from lab.content import BASE_COLUMNS
from lab.environments import command_of
from lab.errors import first_line
from lab.process import ClientProcess
from lab.races.cells import RaceCell
from lab.races.judge import Found, Met, verdict
from lab.races.race import BASE, DELETED, KEY, SOURCES, SPARK, Race, races
from lab.rows import from_spark
from lab.setup import ClientSetup
from lab.spark import CLASSES, forget

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def compile_hold() -> None:
    """Compiles the function that holds a statement. Call it before this process starts a session.

    Raises:
        subprocess.CalledProcessError: it does not compile.
    """
    jars = Path(pyspark.__file__).parent / "jars"
    source = Path(__file__).with_name("Hold.java")
    javac = ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", str(CLASSES), str(source)]
    subprocess.run(javac, check=True)


class Ring:
    """Runs races with a Spark session, the readers, and copies of the tables.

    Args:
        spark: a session without deltaward, started after :func:`compile_hold`.
        readers: clients that read every table afterwards, each with an access path.
        lab: the folder of environments and copies.
    """

    def __init__(
        self, spark: SparkSession, readers: list[tuple[ClientSetup, str]], lab: Path
    ) -> None:
        """Prepares Spark. The readers start with their first request."""
        self._spark = spark
        self._lab = lab
        self._root = Path(tempfile.mkdtemp(prefix="races-", dir=lab))
        self._readers = {(setup.name, path): self.process(setup) for setup, path in readers}
        spark.udf.registerJavaFunction("hold", "Hold", "boolean")
        self._made: dict[tuple[str, int], Path] = {}

    def process(self, setup: ClientSetup) -> ClientProcess:
        """Returns a client that waits for requests."""
        work = self._root / setup.name
        work.mkdir(exist_ok=True)
        log = self._lab / f"{setup.name}.log"
        return ClientProcess(command_of(setup, self._lab), setup.seconds, log, work)

    def run(
        self, setup: ClientSetup, wanted: Callable[[str, Race], bool], day: str
    ) -> Iterator[RaceCell]:
        """Run the wanted races of a client, on all its access paths."""
        client = self.process(setup)
        try:
            for path, operations in setup.races.items():
                for race in races(operations):
                    met = self.meet(race, client, path) if wanted(path, race) else None
                    if met is not None:
                        yield _cell(setup, path, met, day)
        finally:
            client.stop()

    def close(self) -> None:
        """End the readers."""
        for reader in self._readers.values():
            reader.stop()
        shutil.rmtree(self._root)

    def meet(self, race: Race, client: ClientProcess, path: str) -> Met | None:
        """Runs one race. Returns ``None`` if the client offers no such operation.

        Every reader reads the table, and reads it again without checkpoints. A checkpoint can hide
        a wrong commit until someone reads an earlier version, or the checkpoint is lost.
        """
        table = self._copy(race)
        able = {name for name, rows in self._found(table).items() if not isinstance(rows, str)}
        request = _request(race, path, table)
        if race.within:
            with self._begun(race, table) as outcome:
                answer, committed = _asked(client, request, table)
            spark = "".join(outcome)
        else:
            client.ask({**request, "operation": "open"})
            spark = "".join(self._statement(race, table, "true"))
            answer, committed = _asked(client, request, table)
        if "unavailable" in answer:
            return None
        found = {name: rows for name, rows in self._found(table).items() if name in able}
        if _without_checkpoints(table):
            alone = self._found(table).items()
            found |= {f"{name}, without checkpoints,": rows for name, rows in alone if name in able}
        shutil.rmtree(table)
        return Met(race, spark, first_line(answer.get("error", "")), committed, found)

    @contextmanager
    def _begun(self, race: Race, table: Path) -> Iterator[list[str]]:
        """Holds Spark's statement once it has begun. Afterwards, the list has its error, if any."""
        begun, go = table.with_suffix(".begun"), table.with_suffix(".go")
        outcome: list[str] = []

        def run() -> None:
            outcome.extend(self._statement(race, table, f"hold('{begun}', '{go}')"))
            begun.touch()

        thread = threading.Thread(target=run)
        thread.start()
        while not begun.exists():
            time.sleep(0.02)
        try:
            yield outcome
        finally:
            go.touch()
            thread.join()
            begun.unlink()
            go.unlink()

    def _statement(self, race: Race, table: Path, held: str) -> list[str]:
        statement = SPARK[race.turn].sql.replace("{t}", f"delta.`{table}`").replace("{hold}", held)
        try:
            self._spark.sql(statement).collect()
        except Exception as failure:
            return [first_line(str(failure))]
        return []

    def _found(self, table: Path) -> dict[str, Found]:
        """Returns what each reader finds."""
        forget(self._spark)
        found: dict[str, Found] = {}
        try:
            found["delta-spark"] = from_spark(self._spark.read.format("delta").load(str(table)))
        except Exception as failure:
            found["delta-spark"] = first_line(str(failure))
        for (name, path), reader in self._readers.items():
            answer = reader.ask({"accessPath": path, "operation": "read", "table": str(table)})
            found[name] = answer.get("rows", first_line(answer.get("error", "no answer")))
        return found

    def _copy(self, race: Race) -> Path:
        made = self._table(race)
        copy = self._root / f"copy-{time.monotonic_ns()}"
        shutil.copytree(made, copy)
        return copy

    def _table(self, race: Race) -> Path:
        """Writes the table, whose first checkpoint is due at the version of the client's commit."""
        key = (race.table.name, race.version)
        if key not in self._made:
            path = self._root / f"made-{len(self._made)}"
            properties = {**race.table.properties, "delta.checkpointInterval": str(race.version)}
            named = ", ".join(f"'{k}' = '{v}'" for k, v in properties.items())
            columns = ", ".join(f"{column.name} {column.type}" for column in BASE_COLUMNS)
            self._spark.sql(
                f"CREATE TABLE delta.`{path}` ({columns}) USING delta TBLPROPERTIES ({named})"
            )
            rows = list(BASE.values())
            for half in (rows[:3], rows[3:]):
                values = ", ".join(f"({r['id']}L, '{r['name']}', {r['amount']}D)" for r in half)
                self._spark.sql(
                    f"INSERT INTO delta.`{path}` SELECT /*+ COALESCE(1) */ * FROM VALUES {values}"
                )
            for statement in race.table.after:
                self._spark.sql(statement.replace("{t}", f"delta.`{path}`"))
            self._made[key] = path
        return self._made[key]


def _cell(setup: ClientSetup, path: str, met: Met, day: str) -> RaceCell:
    race = met.race
    return RaceCell(
        setup.client,
        setup.version,
        path,
        race.operation,
        race.table.name,
        race.turn,
        race.within,
        *verdict(met),
        day,
    )


def _request(race: Race, path: str, table: Path) -> dict[str, Any]:
    return {
        "accessPath": path,
        "operation": race.operation,
        "table": str(table),
        "columns": [{"name": c.name, "type": c.type} for c in BASE_COLUMNS],
        "source": list(SOURCES.get(race.operation, ())),
        "key": KEY,
        "deleted": DELETED,
        "partial": False,
    }


def _asked(
    client: ClientProcess, request: dict[str, Any], table: Path
) -> tuple[dict[str, Any], bool]:
    """Returns the answer, and whether the client committed. Nobody else commits meanwhile."""
    before = _commits(table)
    answer = client.ask(request)
    return answer, _commits(table) > before


def _without_checkpoints(table: Path) -> bool:
    """Removes the checkpoints, and returns whether there were any. The commits have the same."""
    found = list((table / "_delta_log").glob("*checkpoint*"))
    for checkpoint in found:
        checkpoint.unlink()
    return bool(found)


def _commits(table: Path) -> int:
    return sum(1 for _ in (table / "_delta_log").glob("*.json"))
