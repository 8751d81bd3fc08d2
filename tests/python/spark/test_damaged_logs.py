"""No false ``OK`` on damaged logs, as judged by Delta on Spark and deltalake.

If ``DAMAGE_REPORT`` names a file, every judgement is appended to it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pyspark.sql import SparkSession

import deltaward
from conftest import OPTIONS
from lab.damage.kinds import DAMAGES
from lab.damage.tables import SOURCES
from lab.environments import command_of
from lab.fleet import CLIENTS
from lab.process import ClientProcess

pytestmark = pytest.mark.classic

ROOT = Path(__file__).parents[3]
LAB = ROOT / "build" / "lab"
SAMPLE = 1
"""Damaged tables of each kind in `make test`."""
ALL = 35
"""Damaged tables of each kind in `make test-all`."""

DELTA = ("delta-spark", "spark")
AT_ONCE = 2
PATHS = ("rust", "to_pyarrow")


@dataclass(frozen=True)
class Judgement:
    """The answers of clients and of the product on one damaged table.

    Attributes:
        refused: the errors of clients that refuse it or read other rows than Delta, by client and
            access path. Delta takes a second, so it is asked only if its verdict is ``OK``.
        ok: the client and access path of every verdict ``OK`` with ``INSPECT LOG``.
        said: the product's first reason, or its error.
    """

    name: str
    refused: dict[tuple[str, str], str]
    ok: set[tuple[str, str]]
    said: str

    @property
    def false_ok(self) -> set[tuple[str, str]]:
        """The clients that refuse the table, though their verdict is ``OK``."""
        return self.ok & self.refused.keys()


@pytest.fixture(scope="module")
def sources(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Writes the tables, without damage."""
    root = tmp_path_factory.mktemp("sources")
    return [source.write(spark, root) for source in SOURCES]


@pytest.fixture(scope="module")
def deltalake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ClientProcess]]:
    """Starts the lab's newest deltalake once for each thread."""
    (setup,) = [s for s in CLIENTS if s.client == "deltalake" and s.quick]
    directory = tmp_path_factory.mktemp("deltalake")
    LAB.mkdir(parents=True, exist_ok=True)
    command = command_of(setup, LAB)
    processes = [
        ClientProcess(command, 60, directory / f"log{number}", directory)
        for number in range(AT_ONCE)
    ]
    yield processes
    for process in processes:
        process.stop()


class Bench:
    """Damages tables, and asks the clients and the product about them."""

    def __init__(self, spark: SparkSession, deltalake: ClientProcess, work: Path) -> None:
        """Uses this session and process. Copies of tables go to ``work``."""
        self._spark = spark
        self._deltalake = deltalake
        self._work = work
        self._count = 0

    def damaged(self, source: Path, kind: str, chance: Random) -> Path | None:
        """Makes a damaged copy at a path that was not used before."""
        self._count += 1
        copy = self._work / f"{self._count:05}" / source.name
        shutil.copytree(source, copy)
        if DAMAGES[kind](copy / "_delta_log", chance) is None:
            shutil.rmtree(copy.parent)
            return None
        return copy

    def judged(self, table: Path, name: str) -> Judgement:
        """Asks the clients and the product about the table."""
        refused = {}
        ok, said = self._ok(table)
        delta = self._delta(table) if DELTA in ok else None
        if isinstance(delta, str):
            refused[DELTA] = delta
        for path in PATHS:
            request = {"accessPath": path, "operation": "read", "table": str(table)}
            answer = self._deltalake.ask({**request, "columns": [], "source": [], "key": "id"})
            if "error" in answer:
                refused["deltalake", path] = answer["error"]
            elif isinstance(delta, list) and (keys := keys_of(answer["rows"])) != delta:
                refused["deltalake", path] = f"reads {keys}, and Delta {delta}"
        return Judgement(name, refused, ok, said)

    def forget(self) -> None:
        """Clears Delta's cache of tables. A thousand of them fill the memory."""
        assert self._spark._jvm is not None
        self._spark._jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()

    def _delta(self, table: Path) -> str | list[str]:
        """Returns the keys of the rows that Delta reads, or its error."""
        try:
            rows = self._spark.read.format("delta").load(str(table)).collect()
        except Exception as error:  # any exception is a refusal
            return str(error).splitlines()[0][:200]
        return keys_of([row.asDict() for row in rows])

    def _ok(self, table: Path) -> tuple[set[tuple[str, str]], str]:
        try:
            rows = deltaward.forPath(self._spark, str(table)).compatibility(inspectLog=True)
            found = [row for row in rows.collect() if row.client in ("delta-spark", "deltalake")]
        except deltaward.DeltawardError as error:
            return set(), str(error)[:200]
        good = {(row.client, row.accessPath) for row in found if row.readVerdict == "OK"}
        return good, next((row.reason for row in found), "")


def keys_of(rows: list[dict[str, Any]]) -> list[str]:
    """Returns the keys of the rows, sorted."""
    return sorted(str(row.get("id")) for row in rows)


@pytest.fixture
def benches(
    spark: SparkSession, deltalake: list[ClientProcess], tmp_path: Path
) -> Iterator[list[Bench]]:
    """Makes a bench for each thread, and silences Spark's log, since many tasks fail."""
    spark.sparkContext.setLogLevel("OFF")
    yield [
        Bench(spark, process, tmp_path / str(number)) for number, process in enumerate(deltalake)
    ]
    spark.sparkContext.setLogLevel(OPTIONS["spark.log.level"])


def run(
    benches: list[Bench], kinds: list[str], sources: list[Path], each: int, seed: int
) -> list[Judgement]:
    """Judges ``each`` mutants of each kind, spread over the tables and threads."""
    with ThreadPoolExecutor(len(benches)) as pool:
        shares = [kinds[number :: len(benches)] for number in range(len(benches))]
        judged = pool.map(share_of, benches, shares, repeat(sources), repeat(each), repeat(seed))
        return [one for share in judged for one in share]


def share_of(
    bench: Bench, kinds: list[str], sources: list[Path], each: int, seed: int
) -> list[Judgement]:
    """Judges one thread's share of the mutants."""
    judgements = []
    for kind in kinds:
        chance = Random(f"{seed} {kind}")
        made = 0
        for attempt in range(each * 3):
            source = sources[(attempt + chance.randrange(len(sources))) % len(sources)]
            table = bench.damaged(source, kind, chance)
            if table is not None:
                judgements.append(bench.judged(table, f"{kind} of {source.name}, {attempt}"))
                keep(judgements[-1])
                bench.forget()
                shutil.rmtree(table.parent)
                made += 1
            if made == each:
                break
    return judgements


def figures(judgements: list[Judgement]) -> str:
    """Returns the figures in one line."""
    count: Counter[str] = Counter()
    for one in judgements:
        for who in {client for client, _ in one.refused}:
            count[f"refused by {who}"] += 1
        count["false OK"] += bool(one.false_ok)
        count["not OK though all open it"] += not one.refused and not one.ok
    return f"{len(judgements)} mutants: " + ", ".join(f"{k} {v}" for k, v in sorted(count.items()))


def keep(one: Judgement) -> None:
    """Appends the judgement to the report."""
    if file := os.environ.get("DAMAGE_REPORT"):
        seen = {
            "name": one.name,
            "refused": {" ".join(who): error for who, error in one.refused.items()},
            "ok": sorted(" ".join(who) for who in one.ok),
            "said": one.said,
        }
        with Path(file).open("a") as end:
            end.write(json.dumps(seen) + "\n")


def test_a_whole_table_is_ok_for_whoever_reads_it(
    benches: list[Bench], sources: list[Path]
) -> None:
    bench = benches[0]
    for source in sources:
        judgement = bench.judged(source, source.name)
        assert judgement.ok, judgement
        assert not judgement.false_ok, judgement


def check(judgements: list[Judgement]) -> None:
    print(figures(judgements))
    false = [one for one in judgements if one.false_ok]
    assert not false, "\n".join(f"{one.name}: {one.refused}" for one in false)


def test_no_damaged_log_is_ok_for_a_client_that_refuses_it(
    benches: list[Bench], sources: list[Path]
) -> None:
    judgements = run(benches, list(DAMAGES), sources, SAMPLE, seed=1)
    assert sum(bool(one.refused) for one in judgements) > len(judgements) // 3
    check(judgements)


def test_there_are_1500_damaged_logs() -> None:
    assert len(DAMAGES) * ALL >= 1500


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, len(DAMAGES), AT_ONCE))
def test_none_of_1500_damaged_logs_is_ok_for_a_client_that_refuses_it(
    benches: list[Bench], sources: list[Path], first: int
) -> None:
    kinds = list(DAMAGES)[first : first + AT_ONCE]
    judgements = run(benches, kinds, sources, ALL, seed=2)
    assert len(judgements) == ALL * len(kinds)
    check(judgements)
