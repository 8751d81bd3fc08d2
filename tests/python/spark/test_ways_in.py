"""The usual ways to start Spark, each in a real process: a rule refuses a commit in each."""

import json
import re
import shlex
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pyspark
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from ruamel.yaml import YAML

from deltaward._session.options import spark_options

pytestmark = pytest.mark.classic

BIN = Path(pyspark.__file__).parent / "bin"

REFUSED = "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT"

# Starts an executor in a separate process, which needs the classes too.
ON_A_CLUSTER = ["--master", "local-cluster[1,1,1024]"]

STATEMENTS = (
    "CREATE TABLE changed (id BIGINT) USING delta",
    "INSERT INTO changed SELECT id FROM range(0, 10, 1, 1)",
    "UPDATE changed SET id = 10 WHERE id = 9",
    # A required reader does not know deletion vectors.
    "CREATE TABLE guarded (id BIGINT) USING delta "
    "TBLPROPERTIES ('deltaward.requiredClients' = 'synapse-serverless-sql read')",
    "ALTER TABLE guarded SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
)

SCRIPT = f"""
import deltaward
from pyspark.sql import SparkSession
spark = deltaward.configure(SparkSession.builder).getOrCreate()
try:
    with deltaward.errors():
        for statement in {STATEMENTS!r}:
            spark.sql(statement)
except deltaward.CommitRefusedError as refusal:
    print(refusal.getCondition())
"""


CONFLICT = """
from interleaving import run_during
print(deltaward.jar_path())
spark.sql("CREATE TABLE t (id BIGINT, x INT) USING delta "
          "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
spark.sql("INSERT INTO t SELECT id, 0 FROM range(0, 10, 1, 1)")
def change(id, x):
    return lambda: spark.sql(f"UPDATE t SET x = {x} WHERE id = {id}").collect()
print(run_during(spark, change(1, "10 * held(CAST(id AS INT))"), change(2, 20)))
for id, x in spark.table("t").where("x <> 0").orderBy("id").collect():
    print(id, x)
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "job.py").write_text(SCRIPT)
    return tmp_path


def run(
    command: list[str], here: Path, environment: dict[str, str], given: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=here,
        env={"PYSPARK_PYTHON": sys.executable, **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def test_spark_submit_with_the_options_that_are_printed(
    here: Path, cluster_environment: dict[str, str]
) -> None:
    options = run([sys.executable, "-m", "deltaward", "options"], here, cluster_environment)
    assert options.stdout == spark_options() + "\n"
    command = [str(BIN / "spark-submit"), *ON_A_CLUSTER, *shlex.split(options.stdout), "job.py"]
    done = run(command, here, cluster_environment)
    assert REFUSED in done.stdout, done.stderr[-3000:]


def test_spark_submit_without_them_says_in_one_line_what_to_give(
    here: Path, quick_environment: dict[str, str]
) -> None:
    done = run([str(BIN / "spark-submit"), "job.py"], here, quick_environment)
    assert done.returncode != 0
    # spark-submit prints Python's errors on standard output.
    (error,) = (line for line in done.stdout.splitlines() if "ConfigurationError:" in line)
    assert "without Delta Lake and the jar of deltaward" in error
    assert f"give spark-submit: {spark_options()}" in error
    assert "at org.apache.spark" not in done.stderr


def test_spark_submit_keeps_the_extensions_that_it_was_given(
    here: Path, quick_environment: dict[str, str]
) -> None:
    (here / "job.py").write_text(
        "import deltaward\n"
        "from pyspark.sql import SparkSession\n"
        "more = ['org.example:more:1']\n"
        "builder = deltaward.configure(SparkSession.builder, extra_packages=more)\n"
        "print(builder._options['spark.sql.extensions'])\n"
    )
    others = "spark.sql.extensions=org.example.Third"
    options = [*shlex.split(spark_options()), "--conf", others]
    done = run([str(BIN / "spark-submit"), *options, "job.py"], here, quick_environment)
    assert "org.example.Third,io.deltaward." in done.stdout, done.stderr[-3000:]
    assert "start it with --packages to use extra_packages" in done.stdout


@pytest.mark.exhaustive
def test_a_pyspark_shell(here: Path, cluster_environment: dict[str, str]) -> None:
    command = [str(BIN / "pyspark"), *ON_A_CLUSTER, *shlex.split(spark_options())]
    code = "".join(f"spark.sql({statement!r})\n" for statement in STATEMENTS)
    # Without -i and a terminal, Python would skip the shell's start-up script.
    environment = {**cluster_environment, "PYSPARK_DRIVER_PYTHON_OPTS": "-i"}
    done = run(command, here, environment, given=code)
    assert REFUSED in done.stdout + done.stderr, done.stderr[-3000:]


def test_spark_sql(here: Path, cluster_environment: dict[str, str]) -> None:
    command = [str(BIN / "spark-sql"), *ON_A_CLUSTER, *shlex.split(spark_options())]
    done = run([*command, "-e", "; ".join(STATEMENTS)], here, cluster_environment)
    assert REFUSED in done.stderr, done.stderr[-3000:]


@pytest.fixture
def server(here: Path, cluster_environment: dict[str, str]) -> Iterator[str]:
    """Starts a Connect server as its start script does, and yields its address."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    server = "org.apache.spark.sql.connect.service.SparkConnectServer"
    options = [*shlex.split(spark_options()), "--conf", f"spark.connect.grpc.binding.port={port}"]
    command = [str(BIN / "spark-submit"), *ON_A_CLUSTER, "--class", server, *options]
    with (here / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=here, env=cluster_environment, stdout=log, stderr=log
        )
        try:
            _until_open(port, process)
            yield f"sc://localhost:{port}"
        finally:
            process.terminate()
            process.wait()


def _until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        with socket.socket() as tried:
            if tried.connect_ex(("localhost", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server ended")


def test_a_connect_server(here: Path, quick_environment: dict[str, str], server: str) -> None:
    (here / "job.py").write_text(
        SCRIPT.replace("SparkSession.builder", f"SparkSession.builder.remote({server!r})")
    )
    done = run([sys.executable, "job.py"], here, quick_environment)
    assert REFUSED in done.stdout, done.stderr[-3000:] + (here / "server.log").read_text()[-3000:]
    assert f"start the server with: {spark_options()}" in done.stderr


@pytest.mark.exhaustive
def test_a_notebook_kernel(
    here: Path, quick_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in quick_environment.items():
        monkeypatch.setenv(key, value)
    code = [
        "import deltaward\nfrom pyspark.sql import SparkSession\n"
        "spark = deltaward.configure(SparkSession.builder.master('local[1]')).getOrCreate()",
        *(f"spark.sql({statement!r})" for statement in STATEMENTS),
    ]
    empty: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    cells = [{**empty, "source": each} for each in code]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": here}})
    with pytest.raises(CellExecutionError, match=REFUSED):
        client.execute()


def test_a_wheel_in_an_environment_of_its_own_guards_a_commit_and_resolves_a_conflict(
    here: Path, quick_environment: dict[str, str], python_with_wheel: Path
) -> None:
    (here / "job.py").write_text(SCRIPT + CONFLICT)
    helpers = str(Path(__file__).resolve().parents[1])
    environment = {
        **quick_environment,
        "PYTHONPATH": helpers,
        "PYSPARK_PYTHON": str(python_with_wheel),
        "XDG_CACHE_HOME": str(here),
    }
    done = run([str(python_with_wheel), "job.py"], here, environment)
    refused, jar, conflict, *rows = done.stdout.splitlines()[-5:]
    assert refused == REFUSED, done.stderr[-3000:]
    assert jar.startswith(f"{here}/deltaward/")
    assert (conflict, rows) == ("None", ["1 10", "2 20"])


@pytest.mark.exhaustive
def test_maven_coordinates(here: Path, quick_environment: dict[str, str], maven: Path) -> None:
    """Uses a release by its Maven coordinates, without a wheel or the path of a jar."""
    command = [str(BIN / "spark-sql"), *_as_packages(here, maven)]
    done = run([*command, "-e", "; ".join(STATEMENTS)], here, quick_environment)
    assert REFUSED in done.stderr, done.stderr[-3000:]


@pytest.fixture
def maven() -> Path:
    """Returns the repository into which `make maven` publishes."""
    place = Path(__file__).resolve().parents[3] / "target" / "sona-staging"
    assert place.is_dir(), "run `make maven` before"
    return place


AUDIT = """
import deltaward
from pyspark.sql import SparkSession
spark = deltaward.configure(SparkSession.builder).getOrCreate()
for name in ("a", "b"):
    spark.sql(f"CREATE TABLE delta.`{LAKE}/{name}` (id BIGINT) USING delta")
found = deltaward.audit(spark, path=LAKE, clients="trino").select("readVerdict").collect()
print(found)
"""


@pytest.mark.exhaustive
def test_an_audit_runs_on_executors_if_the_extension_is_a_package(
    here: Path, cluster_environment: dict[str, str], maven: Path
) -> None:
    (here / "job.py").write_text(f"LAKE = {str(here / 'lake')!r}\n{AUDIT}")
    submit = [str(BIN / "spark-submit"), "--master", "local-cluster[2,1,1024]"]
    done = run([*submit, *_as_packages(here, maven), "job.py"], here, cluster_environment)
    assert done.stdout.count("readVerdict='OK'") == 2, done.stderr[-3000:]


JARS = """
import os
import deltaward
from pyspark.sql import SparkSession
def started(builder):
    spark = builder.getOrCreate()
    listed = spark.sparkContext._jsc.sc().listJars()
    return spark, sorted(listed.apply(at).rpartition("/")[2] for at in range(listed.size()))
def print_kinds(jars):
    kinds = ("deltaward-spark", "io.delta_delta-spark", "own", "other", "later")
    print(*[kind for kind in kinds for jar in jars if jar.startswith(kind)])
builder = SparkSession.builder.master("local[1]").config("spark.jars", "own.jar")
builder = deltaward.configure(builder)
first, jars = started(builder.config("spark.jars", builder._options["spark.jars"] + ",later.jar"))
print_kinds(jars)
print(os.environ.get("PYSPARK_SUBMIT_ARGS"))
first.stop()
second, jars = started(deltaward.configure(SparkSession.builder.config("spark.jars", "other.jar")))
print_kinds(jars)
second.stop()
third, jars = started(builder)
print_kinds(jars)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(None, marks=pytest.mark.exhaustive),
        "--conf spark.ui.enabled=false pyspark-shell",
    ],
)
def test_a_session_has_the_jars_of_its_builder_and_packages_and_later_ones(
    here: Path, quick_environment: dict[str, str], arguments: str | None
) -> None:
    """PySpark alone drops the jars of packages. Three sessions share one JVM."""
    (here / "job.py").write_text(JARS)
    for name in ("own", "other", "later"):
        with zipfile.ZipFile(here / f"{name}.jar", "w") as jar:
            jar.writestr("empty", "")
    given = {} if arguments is None else {"PYSPARK_SUBMIT_ARGS": arguments}
    done = run([sys.executable, "job.py"], here, {**quick_environment, **given})
    first = "deltaward-spark io.delta_delta-spark own later"
    assert done.stdout.splitlines() == [
        first,
        str(arguments),
        "deltaward-spark io.delta_delta-spark own other later",
        first,
    ], done.stderr[-3000:]


METRICS = """
import urllib.request
import deltaward
from interleaving import run_during
from pyspark.sql import SparkSession
sink = "spark.metrics.conf.*.sink.prometheusServlet"
spark = (
    deltaward.configure(SparkSession.builder)
    .config("spark.ui.enabled", "true")
    .config("spark.ui.port", "0")
    .config("spark.metrics.namespace", "fleet")
    .config(f"{sink}.class", "org.apache.spark.metrics.sink.PrometheusServlet")
    .config(f"{sink}.path", "/metrics/prometheus")
    .getOrCreate()
)
spark.sql(
    f"CREATE TABLE delta.`{LAKE}/a` (id BIGINT) USING delta "
    "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
)
deltaward.analyze(spark, path=LAKE, clients=["synapse-serverless-sql", "deltalake"]).collect()
spark.sql(f"INSERT INTO delta.`{LAKE}/a` SELECT id FROM range(0, 10, 1, 1)")
def delete(condition):
    return lambda: spark.sql(f"DELETE FROM delta.`{LAKE}/a` WHERE {condition}").collect()
change = f"UPDATE delta.`{LAKE}/a` SET id = held(CAST(id AS INT)) WHERE id = 2"
print(run_during(spark, lambda: spark.sql(change).collect(), delete("id = 1")))
port = spark.sparkContext.uiWebUrl.rsplit(":", 1)[1]
print(urllib.request.urlopen(f"http://localhost:{port}/metrics/prometheus/").read().decode())
"""


def test_what_an_audit_counts_is_scraped_through_sparks_prometheus_servlet(
    here: Path, quick_environment: dict[str, str]
) -> None:
    (here / "job.py").write_text(f"LAKE = {str(here / 'lake')!r}\n{METRICS}")
    helpers = str(Path(__file__).resolve().parents[1])
    done = run([sys.executable, "job.py"], here, {**quick_environment, "PYTHONPATH": helpers})
    scraped = dict(
        re.findall(r"^(metrics_fleet_driver_deltaward_\w+)\{.*\} ([\d.]+)$", done.stdout, re.M)
    )
    prefix = "metrics_fleet_driver_deltaward_"
    assert scraped.get(f"{prefix}tables_Value") == "1", done.stderr[-3000:]
    assert scraped[f"{prefix}tables_blocked_synapse_serverless_sql_query_read_Value"] == "1"
    assert _relabelled(scraped) >= {
        ("deltaward_tables", None, None, "1"),
        ("deltaward_tables_blocked", "synapse_serverless_sql_query", "read", "1"),
        ("deltaward_tables_blocked", "synapse_serverless_sql_query", "write", "0"),
        ("deltaward_tables_silently_wrong", "synapse_serverless_sql_query", None, "0"),
        ("deltaward_policy_violations", None, None, "0"),
        ("deltaward_conflicts", "UPDATE_DELETE_DELTA_CONCURRENT_APPEND", "RESOLVED", "1"),
    }
    named = {name for name, *_ in _relabelled(scraped)}
    for file in ("alerts.yml", "grafana-dashboard.json"):
        used = set(re.findall(r"\bdeltaward_\w+", (MONITORING / file).read_text()))
        assert used
        assert used <= named


MONITORING = Path(__file__).resolve().parents[3] / "docs" / "monitoring"


def _relabelled(scraped: dict[str, str]) -> set[tuple[str, str | None, str | None, str]]:
    """Applies the example's relabelling rules as Prometheus does."""
    (job,) = YAML(typ="safe").load((MONITORING / "prometheus.yml").read_text())["scrape_configs"]
    found = set()
    keep, *replace = job["metric_relabel_configs"]
    for name, value in scraped.items():
        if not re.fullmatch(keep["regex"], name):
            continue
        labels = {"__name__": name}
        for rule in replace:
            match = re.fullmatch(rule["regex"], labels["__name__"])
            if match:
                template = rule.get("replacement", "$1").replace("$1", r"\1")
                labels[rule["target_label"]] = match.expand(template)
        about = labels.get("client") or labels.get("commits")
        how = labels.get("access") or labels.get("outcome")
        found.add((labels["__name__"], about, how, value))
    return found


def _as_packages(here: Path, maven: Path) -> list[str]:
    """Returns the options with the extension as a package, from the repository of this build."""
    words = shlex.split(spark_options())
    jar = Path(words[words.index("--jars") + 1]).stem
    name, version = jar.rsplit("-", 1)
    packages = f"{words[words.index('--packages') + 1]},io.deltaward:{name}:{version}"
    where = ["--repositories", maven.as_uri(), "--conf", f"spark.jars.ivy={here / 'ivy'}"]
    return ["--packages", packages, *where, *words[words.index("--jars") + 2 :]]
