"""Fixtures: one session for all tests, of Spark Classic or Connect, and real Delta tables."""

import os
import shutil
import subprocess
import sys
import venv
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pyspark
import pytest
from hypothesis import settings
from pyspark.sql import SparkSession

import deltaward

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Tests have no deadline, since machines differ.
settings.register_profile("timeless", deadline=None)
settings.load_profile("timeless")

CreateTable = Callable[..., str]


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Starts Chromium without a window, for tests of pages."""
    import browsers  # noqa: PLC0415 - most tests need none

    found = browsers.chromium()
    if found is None:
        pytest.skip(browsers.MISSING)
    with browsers.started(found) as browser:
        yield browser


# The tables are tiny, so compiling each query, and optimising it, would take most of the time. So
# would the process that Hadoop starts for each file's permissions if its native library is missing.
OPTIONS = {
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=400m "
    "-XX:+UseSerialGC",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.default.parallelism": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.buffer.pageSize": "256k",
    "spark.broadcast.blockSize": "256k",
    "spark.sql.shuffle.partitions": "1",
    "spark.databricks.delta.snapshotPartitions": "1",
    "spark.sql.sources.parallelPartitionDiscovery.parallelism": "1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=("classic", "connect"),
        default="classic",
        help="the kind of Spark session, of which a process can have one only",
    )
    parser.addoption(
        "--write-docs",
        action="store_true",
        help="write the outputs of the examples in the documentation anew",
    )
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="run what `make test` leaves out, too",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "classic: what only Spark Classic has")
    config.addinivalue_line("markers", "connect: what only Spark Connect has")
    config.addinivalue_line("markers", "exhaustive: what only `make test-all` runs")
    config.addinivalue_line("markers", "one_engine: what `make test` runs on Spark Classic alone")
    config.pluginmanager.register(Progress(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    engine = config.getoption("--engine")
    left_out = {{"classic": "connect", "connect": "classic"}[engine]}
    if not config.getoption("--exhaustive"):
        left_out |= {"exhaustive", *(["one_engine"] if engine == "connect" else [])}
    dropped = [item for item in items if any(item.get_closest_marker(m) for m in left_out)]
    config.hook.pytest_deselected(items=dropped)
    items[:] = [item for item in items if item not in dropped]


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Turns off pytest's character for each test, since Progress prints a line for each file."""
    return (report.outcome, "", "") if report.when == "call" or not report.passed else None


class Progress:
    """Prints a line when a file of tests ends, and the reason when a test fails."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._step = ""
        self._outcomes = Counter[str]()
        self._seconds = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds += report.duration
        if report.when == "call" or not report.passed:
            self._outcomes[report.outcome] += 1
        if report.failed:
            said = str(report.longrepr).strip().splitlines()[-3:]
            self._say(f"FAILED    {report.nodeid}", *(f"    {line[:300]}" for line in said))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Iterator[None]:
        engine = self._config.getoption("--engine")
        self._step = "unit" if item.path.parent.name == "unit" else engine
        result = yield
        if nextitem is None or nextitem.path != item.path:
            counts = ", ".join(f"{count} {outcome}" for outcome, count in self._outcomes.items())
            self._say(f"{item.path.name:<38} {counts:<28} {self._seconds:7.1f} s")
            self._outcomes.clear()
            self._seconds = 0.0
        return result

    def _say(self, first: str, *more: str) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        assert reporter
        for line in (f"{datetime.now():%H:%M:%S} {self._step:<8}{first}", *more):
            reporter.write_line(line)


@pytest.fixture(scope="session")
def engine(pytestconfig: pytest.Config) -> str:
    return str(pytestconfig.getoption("--engine"))


@pytest.fixture(scope="session")
def spark(engine: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    builder = SparkSession.Builder()
    if engine == "connect":
        # With this, PySpark chooses a free port for the server.
        os.environ["SPARK_TESTING"] = "1"
        # The server starts a worker for `foreachBatch` with this Python.
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder.remote("local[2]")
    else:
        builder.master("local[2]")
    for key, value in OPTIONS.items():
        builder.config(key, value)
    builder.config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
    session = deltaward.configure(builder).getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def quick_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Returns an environment that gives the same options to Spark sessions in other JVMs."""
    directory = tmp_path_factory.mktemp("conf")
    lines = (f"{key} {value}\n" for key, value in OPTIONS.items() if key != "spark.log.level")
    (directory / "spark-defaults.conf").write_text("".join(lines))
    return {**os.environ, "SPARK_CONF_DIR": str(directory)}


@pytest.fixture(scope="session")
def spark_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Links PySpark's Spark into a separate folder, where its workers may write."""
    home = tmp_path_factory.mktemp("spark")
    for part in Path(pyspark.__file__).parent.iterdir():
        if part.name != "work":
            (home / part.name).symlink_to(part)
    yield home
    # Each executor copies all jars into this folder.
    shutil.rmtree(home / "work", ignore_errors=True)


@pytest.fixture(scope="session")
def cluster_environment(quick_environment: dict[str, str], spark_home: Path) -> dict[str, str]:
    """Lets Spark start executors in separate processes, as `local-cluster` does."""
    return {**quick_environment, "SPARK_HOME": str(spark_home)}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(Path(__file__).parents[2])], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def python_with_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes an environment with the wheel and this one's packages, but not the source tree."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    (site,) = place.glob("lib/python*/site-packages")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    (dependencies,) = {path for path in sys.path if path.endswith("site-packages")}
    (site / "dependencies.pth").write_text(dependencies)
    return place / "bin" / "python"


@pytest.fixture
def create(spark: SparkSession, tmp_path: Path) -> Iterator[CreateTable]:
    """Returns a function that creates a table with ten rows. The fixture drops it at the end."""
    names: list[str] = []

    def create_table(name: str = "orders", **properties: str) -> str:
        names.append(name)
        settings = ", ".join(
            f"'{key if '.' in key else key.replace('_', '.', 1)}' = '{value}'"
            for key, value in {"delta_appendOnly": "false", **properties}.items()
        )
        spark.sql(
            f"CREATE TABLE {name} (id BIGINT) USING delta LOCATION '{tmp_path / name}' "
            f"TBLPROPERTIES ({settings})"
        )
        spark.sql(f"INSERT INTO {name} SELECT id FROM range(0, 10, 1, 1)")
        return name

    yield create_table
    for name in names:
        spark.sql(f"DROP TABLE IF EXISTS {name}")
