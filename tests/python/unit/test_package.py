"""What is built and what importing it costs."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "python" / "deltaward"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_every_module_the_type_marker_and_exactly_one_jar(wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {f"deltaward/{path.relative_to(PACKAGE)}" for path in PACKAGE.rglob("*.py")}
    assert names == modules | {"deltaward/py.typed", f"deltaward/jars/deltaward-{version}.jar"}


def test_the_jar_holds_the_extension_and_nothing_of_third_parties(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (jar,) = (name for name in archive.namelist() if name.endswith(".jar"))
        with archive.open(jar) as file, zipfile.ZipFile(file) as classes:
            names = [name for name in classes.namelist() if name.endswith(".class")]
    assert "io/deltaward/DeltawardSparkSessionExtension.class" in names
    assert "io/deltaward/protocol/Protocol.class" in names, "the pure classes are in it too"
    ours = ("io/deltaward/", "org/apache/spark/sql/delta/deltaward/")
    assert [name for name in names if not name.startswith(ours)] == []


def test_the_wheel_pins_the_delta_and_the_spark_it_works_with(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    assert "Requires-Dist: delta-spark==4.4.0" in lines
    assert "Requires-Dist: pyspark<4.3,>=4.2" in lines
    assert "Requires-Python: >=3.10" in lines


def test_the_wheel_installs_into_a_fresh_environment_and_finds_its_jar(
    wheel: Path, tmp_path: Path
) -> None:
    # The environment sees the dependencies of this one, and not the source tree.
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    (site,) = (tmp_path / "env").glob("lib/python*/site-packages")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *install], check=True)
    (dependencies,) = {path for path in sys.path if path.endswith("site-packages")}
    code = (
        f"import sys; sys.path.append({dependencies!r})\n"
        "import deltaward; print(deltaward.__file__); print(deltaward.jar_path())\n"
        "print(deltaward.__version__)"
    )
    output = subprocess.run(
        [python, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    *places, version = output.stdout.splitlines()
    assert all(line.startswith(str(site)) for line in places)
    assert version == wheel.name.split("-")[1]


def test_importing_starts_no_jvm_and_leaves_the_command_line_out() -> None:
    code = (
        "import sys, deltaward\n"
        "from pyspark import SparkContext\n"
        "assert SparkContext._gateway is None\n"
        "assert not {'rich', 'typer', 'pyspark.sql.connect.session'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


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
