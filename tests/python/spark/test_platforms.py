"""Runs what docs/platforms.md says, with jars and Python packages where a vendor has them.

The jars are those of open-source Spark and Delta Lake.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from ruamel.yaml import YAML

import deltaward
from deltaward._session.jar import delta_package
from deltaward._session.lines import lines
from images import kept_jars, own_jars

pytestmark = pytest.mark.classic

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "platforms.md").read_text()

DELTA_OF_EMR = "/usr/share/aws/delta/lib"

REFUSED = "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT"

JOB = """
from importlib.util import find_spec
import deltaward
import pyspark
from pyspark.sql import SparkSession
assert "pyspark.zip" in pyspark.__file__, "Spark's own"
for package in ("delta", "jinja2", "pydantic", "rich", "typer"):
    assert find_spec(package) is None, package
spark = deltaward.configure(SparkSession.builder).getOrCreate()
spark.sql("CREATE TABLE t (id BIGINT) USING delta "
          "TBLPROPERTIES ('deltaward.requiredClients' = 'synapse-serverless-sql read')")
print("verdict", deltaward.forName(spark, "t").compatibility("trino").first().readVerdict)
try:
    with deltaward.errors():
        spark.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
except deltaward.CommitRefusedError as refusal:
    print(refusal)
try:
    deltaward.retrying(spark)
except deltaward.ConfigurationError as missing:
    print(missing)
"""


def _section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def _block(text: str, language: str) -> str:
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)
    return str(block)


def _parameter(text: str, name: str) -> str:
    (value,) = re.findall(rf"^\| `{name}` \| `(.*)` \|$", text, re.M)
    return str(value)


def _with_jar(text: str, prefix: str = "") -> str:
    """Names the jar of the line under test where the page names that of a platform."""
    name = r"deltaward-spark-[\d.]+-delta-[\d.]+_2\.\d+-[\d.]+\.jar"
    changed, count = re.subn(re.escape(prefix) + name, deltaward.jar_path(), text)
    assert count == 1
    return changed


SETTINGS = dict(line.split() for line in _block(PAGE, "properties").splitlines())


@pytest.fixture(scope="module")
def bare_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Makes an environment that has the wheel without its dependencies, and without PySpark."""
    place = tmp_path_factory.mktemp("bare")
    venv.create(place, with_pip=False)
    (site,) = place.glob("lib/python*/site-packages")
    (command,) = re.findall(r"-m pip (install .*)", PAGE)
    words = [str(wheel) if word == wheel.name else word for word in shlex.split(command)]
    assert str(wheel) in words
    options = ["--quiet", "--no-index", "--target", str(site)]
    subprocess.run([sys.executable, "-m", "pip", *words, *options], check=True)
    return place / "bin" / "python"


@pytest.fixture
def environment(
    quick_environment: dict[str, str], bare_python: Path, tmp_path: Path
) -> dict[str, str]:
    """Gives a job the vendor's Python, and no folder to write to but its own."""
    (tmp_path / "job.py").write_text(JOB)
    kept = {key: value for key, value in quick_environment.items() if key != "PYTHONPATH"}
    return {**kept, "PYSPARK_PYTHON": str(bare_python), "HOME": "/dev/null"}


def _submit(command: str, home: Path, here: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=here,
        env={**environment, "SPARK_HOME": str(home), "PATH": f"{home / 'bin'}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert "verdict OK" in done.stdout
    assert REFUSED in done.stdout
    assert "the Python package delta-spark is missing" in done.stdout
    assert "pip install --no-deps delta-spark==VERSION importlib_metadata zipp" in done.stdout


def _link(jars: list[Path], folder: Path) -> None:
    for jar in jars:
        (folder / jar.name).symlink_to(jar)


def test_emr(environment: dict[str, str], spark_home: Path, tmp_path: Path) -> None:
    """Delta's jars have no version in their names, and are outside of Spark."""
    lib = tmp_path / "lib"
    lib.mkdir()
    home = own_jars(spark_home, tmp_path / "spark")
    others = []
    for jar in kept_jars():
        name = re.sub(r"^io\.delta_(delta-[a-z]+)[_-].*", r"\1.jar", jar.name)
        if name in ("delta-spark.jar", "delta-storage.jar"):
            (lib / name).symlink_to(jar)
        elif jar.name.startswith(("io.delta_", "io.unitycatalog_")):
            others.append(jar)
    _link(others, home / "jars")
    command = _with_jar(_block(_section("EMR"), "sh"))
    assert DELTA_OF_EMR in command
    _submit(command.replace(DELTA_OF_EMR, str(lib)), home, tmp_path, environment)


def test_glue(environment: dict[str, str], spark_home: Path, tmp_path: Path) -> None:
    """Delta Lake is part of Spark. The parameter ``--conf`` has several settings in its value."""
    home = own_jars(spark_home, tmp_path / "spark")
    theirs = [j for j in kept_jars() if j.name.startswith(("io.delta_", "io.unitycatalog_"))]
    _link(theirs, home / "jars")
    section = _section("Glue")
    jar = _with_jar(_parameter(section, "--extra-jars"), "s3://bucket/")
    conf = _parameter(section, "--conf")
    assert dict(each.split("=") for each in conf.split(" --conf ")) == SETTINGS
    _submit(f"spark-submit --jars {jar} --conf {conf} job.py", home, tmp_path, environment)
    assert _parameter(section, "--python-modules-installer-option") == "--no-deps"


def test_the_other_platforms_get_the_same_settings() -> None:
    manifest = YAML(typ="safe").load(_block(_section("Kubernetes"), "yaml"))
    assert manifest["spec"]["sparkConf"] == SETTINGS
    (properties,) = re.findall(r"--properties='\^#\^(.*)'$", _section("Dataproc"), re.M)
    assert dict(each.split("=") for each in properties.split("#")) == SETTINGS
    options = shlex.split(_block(_section("EMR"), "sh"))
    assert dict(option.split("=") for option in options if "=" in option) == SETTINGS


def test_there_is_a_line_for_each_platform_of_the_table() -> None:
    versions = re.findall(r"^\| [^|]*\d[^|]* \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.M)
    assert len(versions) == 4
    for spark, delta in versions:
        assert [line for line in lines() if line.fits(spark, delta)], (spark, delta)


def test_the_command_that_copies_the_jar(tmp_path: Path) -> None:
    (command,) = (line for line in _block(_section("The jar"), "sh").splitlines() if line)
    _group, artifact, delta = delta_package().split(":")
    line = next(line for line in lines() if line.name in deltaward.jar_path())
    assert artifact in line.package(delta)
    here = command.replace("3.5", line.spark).replace("--delta 3.3", f"--delta {delta}")
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    subprocess.run(["bash", "-euc", here], cwd=tmp_path, env={"PATH": path}, check=True)
    (copied,) = tmp_path.iterdir()
    assert copied.name == Path(deltaward.jar_path()).name
