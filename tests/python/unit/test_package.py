"""Tests what the build produces, and what an import of the package costs."""

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pyspark
import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import deltaward
from deltaward._session import jar as _jar
from deltaward._session.lines import Line, lines, minor
from pack_jars import pack
from pages import pages

PYSPARK_AND_DELTA = "pip install 'pyspark~=4.2.0' 'delta-spark~=4.4.0'"
DELTA_ALONE = "pip install 'delta-spark~=4.4.0'"

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "python" / "deltaward"


def test_the_wheel_has_what_the_package_needs_and_nothing_else(
    wheel: Path,
) -> None:
    version = wheel.name.split("-")[1]
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {f"deltaward/{path.relative_to(PACKAGE)}" for path in PACKAGE.rglob("*.py")}
    modules |= {f"deltaward/templates/{path.name}" for path in (PACKAGE / "templates").iterdir()}
    schemas = {f"deltaward/schemas/{path.name}" for path in PACKAGE.glob("schemas/*.json")}
    data = {f"deltaward/{name}" for name in ("jars.tar.xz", "lines.csv", "py.typed")}
    assert schemas
    assert names == modules | schemas | data
    with (
        zipfile.ZipFile(wheel) as archive,
        archive.open("deltaward/jars.tar.xz") as packed,
        tarfile.open(fileobj=packed, mode="r:xz") as tar,
    ):
        jars = set(tar.getnames())
    assert Path(deltaward.jar_path()).name in jars
    assert jars <= {f"deltaward-{line.name}-{version}.jar" for line in lines()}


def test_a_wheel_from_the_source_distribution_has_the_same_jars(
    wheel: Path, tmp_path: Path
) -> None:
    # Without --wheel, `build` makes the source distribution first, and the wheel from it.
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (second,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(second) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        assert one.read("deltaward/jars.tar.xz") == other.read("deltaward/jars.tar.xz")


def test_a_jar_with_the_classes_of_another_makes_the_archive_hardly_larger(tmp_path: Path) -> None:
    jar = Path(deltaward.jar_path())
    second = tmp_path / "second.jar"
    second.write_bytes(jar.read_bytes())
    pack([jar], tmp_path / "one")
    pack([jar, second], tmp_path / "two")
    one, two = ((tmp_path / name).stat().st_size for name in ("one", "two"))
    assert two < 1.02 * one


def test_the_pages_name_the_wheel_that_is_built(wheel: Path) -> None:
    named = (set(re.findall(r"deltaward-[\d.]+-py3-none-any\.whl", page.text)) for page in pages())
    assert set().union(*named) == {wheel.name}


def test_the_jar_holds_the_extension_and_nothing_of_third_parties() -> None:
    with zipfile.ZipFile(deltaward.jar_path()) as content:
        entries = content.namelist()
    names = [name for name in entries if name.endswith(".class")]
    assert "io/deltaward/members" in entries, "what Spark and Delta must have"
    assert "io/deltaward/DeltawardSparkSessionExtension.class" in names
    assert "io/deltaward/protocol/Protocol.class" in names, "the pure classes are in it too"
    ours = (
        "io/deltaward/",
        "org/apache/spark/sql/delta/deltaward/",
        "org/apache/spark/sql/classic/package",  # the names of Spark 4, for Spark 3.5
    )
    assert [name for name in names if not name.startswith(ours)] == []


def test_the_jar_runs_on_the_oldest_java_of_its_spark() -> None:
    oldest = 11 if pyspark.__version__ < "4" else 17
    with zipfile.ZipFile(deltaward.jar_path()) as jar:
        names = [name for name in jar.namelist() if name.endswith(".class")]
        versions = {int.from_bytes(jar.read(name)[6:8], "big") for name in names}
    assert max(versions) <= oldest + 44


def test_the_wheel_accepts_the_delta_and_the_spark_it_works_with(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    assert "Requires-Dist: delta-spark<4.5,>=3.2" in lines
    assert "Requires-Dist: pyspark<4.3,>=3.5" in lines
    assert "Requires-Python: >=3.10" in lines


def test_the_wheel_installs_into_a_fresh_environment_and_unpacks_its_jar_once(
    wheel: Path, python_with_wheel: Path, tmp_path: Path
) -> None:
    code = (
        "import deltaward; print(deltaward.__file__); print(deltaward.jar_path())\n"
        "print(deltaward.__version__)"
    )
    environment = {key: value for key, value in os.environ.items() if key != "XDG_CACHE_HOME"}

    def run() -> list[str]:
        output = subprocess.run(
            [python_with_wheel, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**environment, "HOME": str(tmp_path)},
        )
        return output.stdout.splitlines()

    place, jar, version = run()
    assert place.startswith(str(python_with_wheel.parents[1]))
    assert jar.startswith(f"{tmp_path}/.cache/deltaward/")
    assert version == wheel.name.split("-")[1]
    with zipfile.ZipFile(jar) as unpacked, zipfile.ZipFile(deltaward.jar_path()) as built:
        assert [(e.filename, e.CRC) for e in unpacked.infolist()] == [
            (e.filename, e.CRC) for e in built.infolist()
        ]
    first = Path(jar).stat()
    assert run() == [place, jar, version]
    assert Path(jar).stat() == first


@pytest.mark.parametrize(
    ("spark", "delta", "problem", "command"),
    [
        ("3.4.4", "4.4.0", "pyspark 3.4.4 is installed", PYSPARK_AND_DELTA),
        ("4.3.0", "4.4.0", "pyspark 4.3.0 is installed", PYSPARK_AND_DELTA),
        ("4.3.0", "4.5.0", "pyspark 4.3.0 is installed", PYSPARK_AND_DELTA),
        ("4.1.1", "4.0.1", "delta-spark 4.0.1 is installed with Spark 4.1", DELTA_ALONE),
        ("4.2.0", "4.5.0", "delta-spark 4.5.0 is installed with Spark 4.2", DELTA_ALONE),
    ],
)
def test_the_error_for_a_wrong_pair_names_fitting_pairs_and_the_command_to_run(
    monkeypatch: pytest.MonkeyPatch, spark: str, delta: str, problem: str, command: str
) -> None:
    monkeypatch.setattr(pyspark, "__version__", spark)
    monkeypatch.setattr(_jar, "_scala", lambda: "2.13")
    monkeypatch.setattr(_jar, "version", lambda _package: delta)
    with pytest.raises(deltaward.ConfigurationError) as refused:
        _jar.delta_package()
    said = str(refused.value)
    assert said.startswith(problem)
    assert "Spark 4.1 with Delta Lake 4.1 to 4.4, Spark 4.2 with Delta Lake 4.4." in said
    assert said.endswith(f". Run: {command}")
    requirements = [Requirement(word) for word in shlex.split(command)[2:]]
    mended = {requirement.name: requirement.specifier for requirement in requirements}
    assert "4.4.0" in mended["delta-spark"]
    assert "4.4.1" in mended["delta-spark"]
    assert mended.get("pyspark", SpecifierSet()).contains("4.2.0")


@pytest.mark.parametrize("delta", ["4.4.0", "4.4.1"])
def test_every_patch_release_of_the_python_package_uses_the_tested_jars(
    monkeypatch: pytest.MonkeyPatch, delta: str
) -> None:
    """Delta Lake 4.4.1 has a Python package, but no jars."""
    monkeypatch.setattr(pyspark, "__version__", "4.2.0")
    monkeypatch.setattr(_jar, "_scala", lambda: "2.13")
    monkeypatch.setattr(_jar, "version", lambda _package: delta)
    assert _jar.delta_package().endswith("_2.13:4.4.0")
    assert _jar.delta_version() == "4.4.0"


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.name)
def test_the_delta_and_the_jar_match_the_installed_packages(
    monkeypatch: pytest.MonkeyPatch, line: Line
) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _path: True)
    monkeypatch.setattr(pyspark, "__version__", line.spark)
    monkeypatch.setattr(_jar, "_scala", lambda: minor(line.scala))
    for release in line.releases:
        monkeypatch.setattr(_jar, "version", lambda _package, release=release: release)
        assert _jar.delta_package() == line.package(release)
        assert f"/deltaward-{line.name}-" in deltaward.jar_path()


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.name)
def test_the_jar_is_for_the_delta_among_sparks_jars_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: Line
) -> None:
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / f"delta-spark_2.13-{line.releases[0]}-amzn-0.jar").touch()
    (tmp_path / "jars" / f"scala-library-{line.scala}.jar").touch()
    monkeypatch.setattr(pyspark, "__version__", line.spark)
    monkeypatch.setattr(_jar, "version", lambda _package: "3.0.0")
    other = ["/a/delta-spark_2.13-9.0.0.jar"], ["io.delta:delta-spark_2.13:8.0.0"]
    assert _jar._line(_jar.delta_in(*other)) == line
    assert _jar.delta_version() == f"{line.releases[0]}-amzn-0"


def test_a_delta_jar_without_a_version_in_its_name_is_known_by_its_manifest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """EMR has /usr/share/aws/delta/lib/delta-spark.jar."""
    jar = tmp_path / "delta-spark.jar"
    with zipfile.ZipFile(jar, "w") as content:
        content.writestr(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\r\nImplementation-Title: delta-spark\r\n"
            "Implementation-Version: 3.3.2-amzn-1\r\n",
        )
    (tmp_path / "delta-spark-tests.jar").write_text("no jar at all")
    for pattern in (str(jar), f"local://{jar}", f"file://{jar}", f"{tmp_path}/*.jar"):
        assert _jar.delta_in([pattern], []) == "3.3.2-amzn-1"
    assert (
        _jar.delta_in([f"{tmp_path}/delta-spark-tests.jar", "s3://a/delta-spark.jar"], []) is None
    )
    monkeypatch.setattr(pyspark, "__version__", "3.5.6")
    monkeypatch.setattr(_jar, "_scala", lambda: "2.12")
    monkeypatch.setattr(Path, "is_file", lambda _path: True)
    assert "/deltaward-spark-3.5-delta-3.3_2.12-" in _jar.jar_for("3.3.2-amzn-1")


def test_a_cluster_needs_no_python_package_of_delta(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def absent(package: str) -> str:
        if package == "delta-spark":
            raise PackageNotFoundError(package)
        return "0.1.0"

    monkeypatch.setattr(_jar, "version", absent)
    monkeypatch.setattr(Path, "is_file", lambda _path: True)
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    monkeypatch.setattr(pyspark, "__version__", "4.2.0")
    assert Path(deltaward.jar_path("4.2", "4.4")).name.startswith("deltaward-spark-4.2-delta-4.4")
    assert _jar.delta_version() == "unknown"
    with pytest.raises(deltaward.ConfigurationError) as refused:
        deltaward.jar_path()
    assert str(refused.value).startswith("Delta Lake is missing: there is no jar of it in Spark's ")
    assert str(refused.value).endswith(f". Name Delta's jar there, or run: {DELTA_ALONE}")


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.name)
def test_the_path_of_the_jar_for_another_machine(
    monkeypatch: pytest.MonkeyPatch, line: Line
) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _path: True)
    spark, delta = f"{minor(line.spark)}.0-amzn-1", f"{minor(line.releases[0])}.9"
    scala = minor(line.scala)
    assert f"/deltaward-{line.name}-" in deltaward.jar_path(spark, delta, scala)
    assert f"/deltaward-{line.name}-" in deltaward.jar_path(minor(spark), minor(delta), scala)
    # PySpark 3.5 has Scala 2.12, and PySpark 4 has 2.13.
    usual = "2.12" if spark < "4" else "2.13"
    assert deltaward.jar_path(spark, delta) == deltaward.jar_path(spark, delta, usual)


def test_a_pair_of_another_machine_that_no_jar_fits_is_refused() -> None:
    with pytest.raises(deltaward.ConfigurationError) as refused:
        deltaward.jar_path(spark="3.4", delta="2.4")
    assert str(refused.value).startswith(
        "deltaward has no jar for Spark 3.4 with Delta Lake 2.4; it is for Spark 3.5 with "
    )


def test_a_pair_that_has_a_jar_for_another_scala_only_is_refused() -> None:
    with pytest.raises(deltaward.ConfigurationError) as refused:
        deltaward.jar_path(spark="3.5", delta="3.2", scala="2.13")
    assert str(refused.value) == (
        "deltaward has no jar for Spark 3.5 with Delta Lake 3.2 on Scala 2.13; "
        "it has one for Scala 2.12"
    )


def test_the_scala_of_spark_is_that_of_its_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    (tmp_path / "jars").mkdir()
    assert _jar._scala() is None
    (tmp_path / "jars" / "scala-library-2.13.8.jar").touch()
    assert _jar._scala() == "2.13"


def test_the_error_names_a_delta_jar_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyspark, "__version__", "4.2.0")
    monkeypatch.setattr(_jar, "_scala", lambda: "2.13")
    with pytest.raises(deltaward.ConfigurationError) as refused:
        _jar.jar_for("4.0.1-amzn-2")
    assert str(refused.value).startswith("Delta Lake 4.0.1-amzn-2 is in Spark's jars folder, ")
    assert str(refused.value).endswith(". Replace it by io.delta:delta-spark_4.2_2.13:4.4.0")


def test_the_workflows_run_each_line() -> None:
    names = [line.name for line in lines()]
    for workflow in ("every-case", "test"):
        text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8")
        assert re.findall(r"^ +- (spark-\S+)$", text, re.MULTILINE) == names


def test_no_release_of_delta_is_in_two_lines_of_a_spark() -> None:
    pairs = [(line.spark, line.scala, release) for line in lines() for release in line.releases]
    assert len(pairs) == len(set(pairs))


def test_importing_starts_no_jvm_and_needs_no_packages_but_pyspark() -> None:
    code = (
        "import sys, deltaward\n"
        "from pyspark import SparkContext\n"
        "assert SparkContext._gateway is None\n"
        "others = {'delta', 'jinja2', 'pydantic', 'rich', 'typer', 'pyspark.sql.connect.session'}\n"
        "assert not others & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_line_names_the_packages_that_it_needs() -> None:
    code = """
import sys
sys.modules["typer"] = None
from deltaward import __main__
__main__.main()
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("deltaward: ")
    assert line.endswith("; run: pip install jinja2 pydantic rich typer")


@pytest.mark.skipif(pyspark.__version__ < "4", reason="PySpark 3.5 itself needs py4j")
def test_the_package_imports_where_py4j_and_the_jvm_side_of_pyspark_are_absent() -> None:
    code = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "py4j" or name == "pyspark.core":
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Absent())
import deltaward
assert "py4j" not in sys.modules
for name in deltaward.__all__:
    getattr(deltaward, name)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
