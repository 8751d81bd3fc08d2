"""Tests every way to start Spark with executors in separate processes.

The statements need Delta's and deltaward's classes on the executors, not only on the driver.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from deltaward._session.options import EXTENSION, spark_options
from images import with_delta
from interleaving import run_holding

pytestmark = pytest.mark.classic

LOCAL_CLUSTER = "local-cluster[1,1,1024]"

# The MERGE's source returns its row when the other end closes the connection. By then, the MERGE
# has begun.
HELD = """
import socket, sys
row = sys.stdin.read()
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
    line.recv(1)
print(row.strip())
"""

PYTHON = """
import json, pathlib, sys
import deltaward
from pyspark.sql import SparkSession
spark = {session}
for statement in json.loads(pathlib.Path("statements.json").read_text()):
    print(spark.sql(statement).collect())
"""

CONNECT_SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
THRIFT_SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"


@dataclass(frozen=True)
class Place:
    """The folder, the environment, the Spark and the master to run with."""

    here: Path
    environment: dict[str, str]
    home: Path
    master: str

    def script(self, name: str) -> str:
        return str(self.home / "bin" / name)

    def options(self) -> list[str]:
        return ["--master", self.master, *shlex.split(spark_options())]

    def run(self, command: list[str], given: str = "") -> str:
        done = subprocess.run(
            command,
            cwd=self.here,
            env={**self.environment, "PYSPARK_PYTHON": sys.executable},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        (self.here / "log").write_text(done.stderr)
        return done.stdout

    def job(self, session: str) -> str:
        (self.here / "job.py").write_text(PYTHON.format(session=session))
        return "job.py"


def configure(place: Place) -> str:
    job = place.job(
        f"deltaward.configure(SparkSession.builder).master({place.master!r}).getOrCreate()"
    )
    return place.run([sys.executable, job])


def attach(place: Place) -> str:
    """Attaches to a session that has Delta and the jar, but not the extension."""
    job = place.job("deltaward.attach(SparkSession.builder.getOrCreate())")
    options = [word.replace(f",{EXTENSION}", "") for word in place.options()]
    return place.run([place.script("spark-submit"), *options, job])


def spark_submit(place: Place) -> str:
    job = place.job("SparkSession.builder.getOrCreate()")
    return place.run([place.script("spark-submit"), *place.options(), job])


def pyspark(place: Place) -> str:
    statements = json.loads((place.here / "statements.json").read_text())
    code = "".join(f"print(spark.sql({statement!r}).collect())\n" for statement in statements)
    # Standard input is not a terminal. Without -i, Python would skip the shell's start-up script.
    place.environment["PYSPARK_DRIVER_PYTHON_OPTS"] = "-i"
    return place.run([place.script("pyspark"), *place.options()], given=code)


def spark_sql(place: Place) -> str:
    statements = "; ".join(json.loads((place.here / "statements.json").read_text()))
    return place.run([place.script("spark-sql"), *place.options(), "-e", statements])


def connect(place: Place) -> str:
    port = _free_port()
    conf = ["--conf", f"spark.connect.grpc.binding.port={port}"]
    with _serving(place, [CONNECT_SERVER, *place.options(), *conf], "Connect server started at"):
        job = place.job(f"SparkSession.builder.remote('sc://localhost:{port}').getOrCreate()")
        return place.run([sys.executable, job])


def thrift(place: Place) -> str:
    """Starts Spark's Thrift server, which loads a catalog only from Spark's own jars."""
    port = _free_port()
    conf = ["--conf", f"spark.hadoop.hive.server2.thrift.port={port}"]
    options = [word for word in place.options() if word not in ("--packages", "--jars")]
    options = [word for word in options if not word.startswith("io.delta:") and ".jar" not in word]
    with _serving(place, [THRIFT_SERVER, *options, *conf], "ThriftBinaryCLIService on"):
        url = f"jdbc:hive2://localhost:{port}/default"
        return place.run([place.script("beeline"), "-u", url, "-n", "me", "-f", "statements.sql"])


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


@contextmanager
def _serving(place: Place, arguments: list[str], ready: str) -> Iterator[None]:
    submit = [place.script("spark-submit"), "--class", *arguments, "spark-internal"]
    with _process(place, submit, re.escape(ready)):
        yield


@contextmanager
def _process(place: Place, command: list[str], ready: str) -> Iterator[str]:
    """Starts a process, and yields the log line that says that it is ready."""
    process = subprocess.Popen(
        command,
        cwd=place.here,
        env=place.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    printed: list[str] = []
    try:
        for line in process.stderr:
            printed.append(line)
            if re.search(ready, line):
                break
        else:
            raise AssertionError("".join(printed)[-3000:])
        # Reads the rest of the log, since a full pipe would stop the process.
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        reader.start()
        yield printed[-1]
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def place(tmp_path: Path, cluster_environment: dict[str, str], spark_home: Path) -> Iterator[Place]:
    yield Place(tmp_path, dict(cluster_environment), spark_home, LOCAL_CLUSTER)
    # Each executor copies all jars into these folders.
    for folder in (spark_home / "work", *tmp_path.glob("worker*")):
        shutil.rmtree(folder, ignore_errors=True)


def _in_image(way: Callable[[Place], str], place: Place) -> Place:
    if way is not thrift:
        return place
    home = with_delta(place.home, place.here / "image")
    return replace(place, home=home, environment={**place.environment, "SPARK_HOME": str(home)})


WAYS: list[Callable[[Place], str]] = [
    configure,
    attach,
    spark_submit,
    pyspark,
    spark_sql,
    connect,
    thrift,
]


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(
            way,
            id=way.__name__,
            marks=() if way in (configure, attach) else pytest.mark.exhaustive,
        )
        for way in WAYS
    ],
)
def test_on_a_local_cluster(way: Callable[[Place], str], place: Place, spark: SparkSession) -> None:
    _require_all_that_executors_do(way, _in_image(way, place), spark)


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", [pytest.param(way, id=way.__name__) for way in WAYS])
def test_on_a_standalone_cluster_with_two_workers(
    way: Callable[[Place], str], place: Place, spark: SparkSession
) -> None:
    place = _in_image(way, place)
    daemon = [place.script("spark-class"), "org.apache.spark.deploy"]
    host = ["--host", "127.0.0.1", "--webui-port", "0"]
    master = [daemon[0], f"{daemon[1]}.master.Master", *host, "--port", str(_free_port())]
    with ExitStack() as stack:
        started = stack.enter_context(_process(place, master, "Starting Spark master at"))
        (url,) = re.findall(r"spark://\S+\d", started)
        for number in (1, 2):
            of_its_own = ["--cores", "1", "--memory", "1g", "--work-dir", f"worker{number}", url]
            worker = [daemon[0], f"{daemon[1]}.worker.Worker", *host, *of_its_own]
            stack.enter_context(_process(place, worker, "Successfully registered with master"))
        _require_all_that_executors_do(way, replace(place, master=url), spark)
        assert all(list(place.here.glob(f"worker{number}/app-*")) for number in (1, 2))


def _require_all_that_executors_do(
    way: Callable[[Place], str], place: Place, spark: SparkSession
) -> None:
    """Changes a table in every way, resolves a conflict with this session, plans and audits."""
    table = f"delta.`{place.here}/lake/t`"
    (place.here / "held.py").write_text(HELD)
    printed: list[str] = []

    def job_for(port: int) -> Callable[[], None]:
        statements = _statements(place.here, table, port)
        (place.here / "statements.json").write_text(json.dumps(statements))
        (place.here / "statements.sql").write_text("".join(f"{text};\n" for text in statements))
        return lambda: printed.append(way(place))

    def win() -> None:
        spark.sql(f"UPDATE {table} SET x = 20 WHERE id = 2")

    try:
        assert run_holding(job_for, win) is None
    except AssertionError:
        raise AssertionError((place.here / "log").read_text()[-3000:]) from None
    (output,) = printed
    log = (place.here / "log").read_text()[-3000:]
    rows = spark.sql(f"SELECT id, x FROM {table} WHERE x <> 0 OR id > 7 ORDER BY id").collect()
    assert rows == [(1, 10), (2, 20), (3, 1), (8, 0), (100, 5)], log
    history = spark.sql(f"DESCRIBE HISTORY {table} LIMIT 2").collect()
    assert [row.operation for row in history] == ["MERGE", "UPDATE"]
    for step in ("DISABLE", "REWRITE", "DROP"):
        assert re.search(rf"\b{step}\b", output), output + log
    assert re.search(r"\btrino\b.*\bOK\b", output), output + log


def _statements(here: Path, table: str, port: int) -> list[str]:
    held = f"{sys.executable} {here}/held.py {port}"
    return [
        f"CREATE TABLE {table} (id BIGINT, x INT) USING delta "
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
        f"INSERT INTO {table} SELECT id, 0 FROM range(0, 10, 1, 1)",
        f"UPDATE {table} SET x = 1 WHERE id = 3",
        f"DELETE FROM {table} WHERE id = 9",
        f"MERGE INTO {table} t USING (SELECT id FROM range(100, 101)) s ON t.id = s.id "
        "WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.id, 5)",
        f"MERGE INTO {table} t USING (SELECT TRANSFORM(id) USING '{held}' AS (id BIGINT) "
        "FROM (SELECT 1 AS id)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET x = 10",
        f"EXPLAIN DROP FEATURE deletionVectors FOR {table}",
        f"SHOW PROTOCOL COMPATIBILITY IN PATH '{here}/lake' FOR CLIENT 'trino'",
    ]
