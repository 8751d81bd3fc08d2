"""Measures an audit with one executor and with two, and with ten times the tables."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pyspark

from deltaward._session.options import spark_options

_ROUNDS = 5
_FEW, _MANY = 1_000, 10_000

# Each run is a process, since an application's number of executors is fixed at its start.
_JOB = """
import gc, json, sys, time
import deltaward
from pyspark.sql import SparkSession
spark = deltaward.configure(SparkSession.builder).getOrCreate()
jvm = spark.sparkContext._jvm
memory = jvm.java.lang.management.ManagementFactory.getMemoryMXBean()
def audit(root):
    deltaward.audit(spark, path=root).write.format("noop").mode("overwrite").save()
def used():
    jvm.System.gc()
    return memory.getHeapMemoryUsage().getUsed()
def seconds(root):
    began = time.perf_counter()
    audit(root)
    return time.perf_counter() - began
few, many, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
for _ in range(5):
    audit(few)
after_few = used()
audit(many)
times = [seconds(many) for _ in range(rounds)]
print(json.dumps({"times": times, "few": after_few, "many": used()}))
"""


@dataclass(frozen=True)
class Figures:
    """Seconds for each audit of one application, and bytes that its driver keeps afterwards."""

    times: list[float]
    few: int
    many: int


def main() -> None:
    """Prints the times with one executor and with two, and the memory that the driver keeps."""
    with tempfile.TemporaryDirectory(prefix="deltaward-bench") as name:
        folder = Path(name)
        few, many = (_lake(folder / str(tables), tables) for tables in (_FEW, _MANY))
        figures = {n: _run(folder, n, few, many) for n in (1, 2)}
    one, two = (statistics.median(figures[n].times) for n in (1, 2))
    print(f"{_MANY:,} tables: one executor {one:.2f} s, two {two:.2f} s, {two / one:.2f} of it")
    for tables, used in ((_FEW, figures[2].few), (_MANY, figures[2].many)):
        print(f"{tables:,} tables: heap of the driver {used / 2**20:.1f} MiB")


def _lake(root: Path, tables: int) -> Path:
    """Copies the log of one table, which has a checksum."""
    made = root.parent / "made"
    if not made.exists():
        _write(made)
    for i in range(tables):
        log = root / f"schema-{i // 100}" / f"table-{i}" / "_delta_log"
        log.mkdir(parents=True)
        for file in (made / "_delta_log").glob("0*"):
            shutil.copy2(file, log)
    return root


def _write(table: Path) -> None:
    protocol = {"minReaderVersion": 1, "minWriterVersion": 2}
    metadata = {
        "id": "bench",
        "format": {"provider": "parquet", "options": {}},
        "schemaString": '{"type":"struct","fields":[]}',
        "partitionColumns": [],
        "configuration": {},
        "createdTime": 0,
    }
    log = table / "_delta_log"
    log.mkdir(parents=True)
    actions = [{"commitInfo": {"operation": "CREATE TABLE"}}, {"protocol": protocol}]
    lines = [json.dumps(each) for each in [*actions, {"metaData": metadata}]]
    (log / f"{0:020}.json").write_text("\n".join(lines))
    checksum: dict[str, object] = {
        "tableSizeBytes": 0,
        "numFiles": 0,
        "numMetadata": 1,
        "numProtocol": 1,
    }
    checksum |= {"protocol": protocol, "metadata": metadata}
    (log / f"{0:020}.crc").write_text(json.dumps(checksum))


def _run(folder: Path, executors: int, few: Path, many: Path) -> Figures:
    job = folder / "job.py"
    job.write_text(_JOB)
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    command = [str(submit), "--master", f"local-cluster[{executors},1,1024]"]
    arguments = [str(job), str(few), str(many), str(_ROUNDS)]
    done = subprocess.run(
        [*command, *shlex.split(spark_options()), *arguments],
        cwd=folder,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    return Figures(**json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    main()
