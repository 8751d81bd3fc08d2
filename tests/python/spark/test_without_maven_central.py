"""Starts Spark where it cannot reach Maven Central.

The JVM sends every request for another machine to a proxy that refuses it. Its home is empty, so
that it finds no jar that was fetched before.
"""

from __future__ import annotations

import http.server
import os
import re
import shutil
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from commands import write_table
from deltaward._session.jar import delta_package
from images import KEPT, kept_jars, own_jars

pytestmark = pytest.mark.classic

PAGE = Path(__file__).resolve().parents[3] / "docs" / "without-maven-central.md"

# Names of other machines on the page.
PROXY = "proxy.example.com -Dhttps.proxyPort=3128"
MIRROR = "https://maven.example.com/public/"

JOB = """
from pyspark.sql import SparkSession
import deltaward
spark = deltaward.configure(SparkSession.builder.master("local[1]")).getOrCreate()
spark.sql("CREATE TABLE t (id BIGINT, x INT) USING delta "
          "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
spark.sql("INSERT INTO t SELECT id, 0 FROM range(0, 10, 1, 1)")
spark.sql("UPDATE t SET x = 1 WHERE id = 3")
spark.sql("DELETE FROM t WHERE id = 4")
print("sum", spark.table("t").selectExpr("sum(id)", "sum(x)").first())
print("verdict", deltaward.forName(spark, "t").compatibility("trino").first().readVerdict)
"""


@contextmanager
def _serving(handler: type[socketserver.BaseRequestHandler]) -> Iterator[int]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


@dataclass(frozen=True)
class Proxy:
    """A proxy that refuses every request, and the requests it got."""

    port: int
    asked: list[str]


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    asked: list[str] = []

    class Refusing(http.server.BaseHTTPRequestHandler):
        def do_CONNECT(self) -> None:
            asked.append(self.path)
            self.send_error(403)

        def do_GET(self) -> None:
            self.do_CONNECT()

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_arguments: object) -> None:
            pass

    with _serving(Refusing) as port:
        yield Proxy(port, asked)


@pytest.fixture
def mirror() -> Iterator[str]:
    """Serves Spark's cache as a Maven repository, and yields its address."""

    class Kept(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            *group, name, version, file = self.path.strip("/").split("/")
            folder = KEPT / "cache" / ".".join(group) / name
            places = {
                f"{name}-{version}.pom": folder / f"ivy-{version}.xml.original",
                f"{name}-{version}.jar": folder / "jars" / file,
            }
            found = places.get(file)
            if found is None or not found.is_file():
                found = next(folder.glob(f"bundles/{file}"), None)
            if found is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(found.stat().st_size))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(found.read_bytes())

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_arguments: object) -> None:
            pass

    with _serving(Kept) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture
def cut_off(quick_environment: dict[str, str], proxy: Proxy, tmp_path: Path) -> dict[str, str]:
    """Gives the JVM the proxy and an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    options = [f"-Duser.home={home}"]
    for scheme in ("http", "https"):
        options += [f"-D{scheme}.proxyHost=127.0.0.1", f"-D{scheme}.proxyPort={proxy.port}"]
    (tmp_path / "logs").mkdir()
    return {
        **quick_environment,
        "JAVA_TOOL_OPTIONS": " ".join(options),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYSPARK_PYTHON": sys.executable,
        "TMPDIR": str(tmp_path / "logs"),
    }


def _run(
    command: list[str], here: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=here, env=environment, capture_output=True, text=True, check=False
    )


def _show(*options: str) -> list[str]:
    return [sys.executable, "-m", "deltaward", "show", "table", "--client", "trino", *options]


def test_a_command_names_the_missing_package_the_alternatives_and_the_log(
    cut_off: dict[str, str], proxy: Proxy, tmp_path: Path
) -> None:
    write_table(tmp_path / "table")
    failed = _run(_show(), tmp_path, cut_off)
    assert (failed.returncode, failed.stdout) == (2, "")
    (line,) = failed.stderr.splitlines()
    group, name, version = delta_package().split(":")
    missing = f"unresolved dependency: {group}#{name};{version}: not found ("
    assert line.startswith(f"deltaward: Spark did not start: {missing}")
    for way in ("--conf spark.jars=", "--conf spark.jars.ivySettings=", "$SPARK_HOME/jars"):
        assert way in line
    assert f"docs/{PAGE.name}" in line
    (log,) = re.findall(r"Full log: (\S+)$", line)
    assert "UNRESOLVED DEPENDENCIES" in Path(log).read_text()
    assert proxy.asked, "the JVM did not ask the proxy that JAVA_TOOL_OPTIONS names"


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("spark.master=nowhere", "org.apache.spark.SparkException: Master must either be yarn or "),
        ("spark.driver.maxResultSize=much", "org.apache.spark.SparkIllegalArgumentException: "),
    ],
)
def test_a_command_shows_the_first_exception_if_a_setting_keeps_spark_from_starting(
    quick_environment: dict[str, str], tmp_path: Path, setting: str, why: str
) -> None:
    """The first setting fails before Python reaches the JVM, the second one in the JVM."""
    write_table(tmp_path / "table")
    failed = _run(
        _show("--conf", setting), tmp_path, {**quick_environment, "TMPDIR": str(tmp_path)}
    )
    assert failed.returncode == 2
    (line,) = failed.stderr.splitlines()
    assert line.startswith(f"deltaward: Spark did not start: {why}")
    assert not re.search(r"\bat (org|java)\.", line)
    assert Path(line.rpartition(" ")[2]).is_file()


def test_jars_of_a_folder_replace_the_package(
    cut_off: dict[str, str], proxy: Proxy, tmp_path: Path
) -> None:
    write_table(tmp_path / "table")
    folder = tmp_path / "jars"
    folder.mkdir()
    for jar in kept_jars():
        (folder / jar.name).symlink_to(jar)
    done = _run(_show("--conf", f"spark.jars={folder}/*.jar"), tmp_path, cut_off)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\ntrino" in done.stdout
    assert proxy.asked == []
    assert list((tmp_path / "logs").glob("deltaward-*")) == [], "a successful run left a log"


def test_a_missing_jar_of_delta_is_named(cut_off: dict[str, str], tmp_path: Path) -> None:
    """Spark starts all the same, and says in its log why the session lacks the extension."""
    write_table(tmp_path / "table")
    jars = ",".join(str(jar) for jar in kept_jars() if "delta-storage" not in jar.name)
    failed = _run(_show("--conf", f"spark.jars={jars}"), tmp_path, cut_off)
    assert failed.returncode == 2
    assert "Spark could not load it, probably because a jar of Delta is missing" in failed.stderr


@pytest.mark.exhaustive
def test_the_commands_of_the_page_start_spark_without_maven_central(
    cut_off: dict[str, str],
    proxy: Proxy,
    mirror: str,
    spark_home: Path,
    tmp_path: Path,
) -> None:
    write_table(tmp_path / "orders")
    (tmp_path / "job.py").write_text(JOB)
    home = own_jars(spark_home, tmp_path / "spark")
    environment = {
        **cut_off,
        "SPARK_HOME": str(home),
        "PATH": f"{home / 'bin'}:{cut_off['PATH']}",
    }

    def here(code: str) -> str:
        return code.replace("/opt", str(tmp_path)).replace("/data", str(tmp_path))

    ran = []
    for language, block in re.findall(r"^```(sh|xml)\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
        code = here(block).replace(MIRROR, mirror)
        if language == "xml":
            (tmp_path / "ivysettings.xml").write_text(code)
            continue
        if PROXY in code:
            continue  # the first test covers a proxy
        if "spark.jars.ivy=" in code:
            code = code.replace(
                " -e ", f" --conf spark.jars.ivySettings={tmp_path}/ivysettings.xml -e "
            )
        else:
            shutil.rmtree(tmp_path / "home" / ".ivy2.5.2", ignore_errors=True)
        shutil.rmtree(tmp_path / "spark-warehouse", ignore_errors=True)
        shutil.rmtree(tmp_path / "metastore_db", ignore_errors=True)
        done = _run(["bash", "-euo", "pipefail", "-c", code], tmp_path, environment)
        assert done.returncode == 0, code + done.stderr[-3000:]
        if "job.py" in code:
            assert "sum Row(sum(id)=41, sum(x)=1)" in done.stdout, code + done.stderr[-3000:]
            assert "verdict OK" in done.stdout
        ran.append(code)
    assert len(ran) == 5
    assert proxy.asked == []
    options = _run(["deltaward", "options"], tmp_path, environment).stdout
    assert "--packages" not in options
    assert "--jars" not in options
