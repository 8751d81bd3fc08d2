"""Tests what configure sets on a builder, without starting Spark."""

import shlex
import subprocess
import sys
from pathlib import Path

import pyspark
import pytest
from pyspark.sql import SparkSession

import deltaward
from deltaward._session import options as _options
from deltaward._session.jar import delta_package
from deltaward._session.options import spark_options
from markers import NEEDS_CONNECT

DELTA = "io.delta.sql.DeltaSparkSessionExtension"
OURS = "io.deltaward.DeltawardSparkSessionExtension"
PACKAGE = delta_package()
ARTIFACT, DELTA_VERSION = PACKAGE.split(":")[1:]
DELTA_JAR = f"{ARTIFACT}-{DELTA_VERSION}.jar"
CATALOG = "spark.sql.catalog.spark_catalog"
DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> SparkSession.Builder:
    for variable in ("SPARK_REMOTE", "SPARK_CONF_DIR", "PYSPARK_SUBMIT_ARGS"):
        monkeypatch.delenv(variable, raising=False)
    return SparkSession.Builder()


def options(builder: SparkSession.Builder) -> dict[str, str]:
    return dict(builder._options)


def test_an_empty_builder_gets_all_that_is_needed(builder: SparkSession.Builder) -> None:
    configured = deltaward.configure(builder)
    assert configured is builder
    assert options(builder) == {
        "spark.sql.extensions": f"{DELTA},{OURS}",
        CATALOG: DELTA_CATALOG,
        "spark.jars": deltaward.jar_path(),
        "spark.jars.packages": PACKAGE,
    }


def test_the_options_for_a_command_line_are_the_same(builder: SparkSession.Builder) -> None:
    deltaward.configure(builder)
    words = shlex.split(spark_options())
    given = list(zip(words[::2], words[1::2], strict=True))
    keys = {"--packages": "spark.jars.packages", "--jars": "spark.jars"}
    settings = [v if option == "--conf" else f"{keys[option]}={v}" for option, v in given]
    assert dict(setting.split("=", 1) for setting in settings) == options(builder)


def test_what_the_builder_has_is_kept_and_deltas_extension_comes_first(
    builder: SparkSession.Builder,
) -> None:
    builder.config("spark.sql.extensions", "org.example.Third")
    builder.config("spark.jars", "/opt/a.jar").config("spark.jars.packages", "org.example:p:1")
    builder.config("spark.app.name", "kept")
    deltaward.configure(builder, extra_packages=["org.example:q:2"])
    assert options(builder) == {
        "spark.app.name": "kept",
        "spark.sql.extensions": f"{DELTA},org.example.Third,{OURS}",
        CATALOG: DELTA_CATALOG,
        "spark.jars": f"/opt/a.jar,{deltaward.jar_path()}",
        "spark.jars.packages": f"org.example:p:1,{PACKAGE},org.example:q:2",
    }


def test_packages_are_a_list(builder: SparkSession.Builder) -> None:
    with pytest.raises(TypeError, match=r"a list, such as \['org.example:q:2'\]"):
        deltaward.configure(builder, extra_packages="org.example:q:2")


def test_what_the_defaults_of_spark_set_is_kept(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "spark-defaults.conf").write_text(
        "# comment\n\n"
        "spark.sql.extensions   org.example.Third\n"
        "spark.jars=/opt/a.jar\n"
        "spark.jars.packages: org.example:p:1\n"
    )
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    deltaward.configure(builder)
    assert options(builder) == {
        "spark.sql.extensions": f"{DELTA},org.example.Third,{OURS}",
        CATALOG: DELTA_CATALOG,
        "spark.jars": f"/opt/a.jar,{deltaward.jar_path()}",
        "spark.jars.packages": f"org.example:p:1,{PACKAGE}",
    }


def test_another_session_catalog_among_the_defaults_is_an_error_too(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "spark-defaults.conf").write_text(f"{CATALOG} org.example.Catalog\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    with pytest.raises(deltaward.ConfigurationError, match=r"org\.example\.Catalog"):
        deltaward.configure(builder)


@pytest.mark.parametrize(
    "arguments",
    [
        "--jars /opt/a.jar pyspark-shell",
        "--packages=org.example:p:1 pyspark-shell",
        "--conf spark.jars=/opt/a.jar pyspark-shell",
    ],
)
def test_jars_and_packages_that_win_over_those_of_a_session_are_an_error(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, arguments: str
) -> None:
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", arguments)
    with pytest.raises(deltaward.ConfigurationError, match="add these: --packages"):
        deltaward.configure(builder)
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", f"{spark_options()} --master local pyspark-shell")
    deltaward.configure(builder)


def test_extensions_among_the_submit_arguments_are_kept(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = "-c spark.sql.extensions=org.example.Third pyspark-shell"
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", arguments)
    deltaward.configure(builder)
    assert options(builder)["spark.sql.extensions"] == f"{DELTA},org.example.Third,{OURS}"


def test_options_that_a_shell_would_split_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_options, "jar_for", lambda _delta: "/home/jörg/a.jar")
    assert "--jars /home/jörg/a.jar --conf" in spark_options()
    for path in ("/home/a b/a.jar", "/home/a,b/a.jar", "/home/it's/a.jar"):
        monkeypatch.setattr(_options, "jar_for", lambda _delta, path=path: path)
        with pytest.raises(deltaward.ConfigurationError, match="install the package at another"):
            spark_options()


def test_configuring_twice_changes_nothing(builder: SparkSession.Builder) -> None:
    once = options(deltaward.configure(builder))
    assert options(deltaward.configure(builder)) == once


def test_extensions_in_another_order_are_left_in_it(builder: SparkSession.Builder) -> None:
    builder.config("spark.sql.extensions", f"{OURS},{DELTA}")
    assert options(deltaward.configure(builder))["spark.sql.extensions"] == f"{OURS},{DELTA}"


def test_the_read_only_extension_is_kept_alone(builder: SparkSession.Builder) -> None:
    read_only = f"{DELTA},io.deltaward.DeltawardReadOnlyExtension"
    builder.config("spark.sql.extensions", read_only)
    assert options(deltaward.configure(builder))["spark.sql.extensions"] == read_only


def test_delta_at_a_version_the_user_chose_is_kept(builder: SparkSession.Builder) -> None:
    chosen = f"{PACKAGE.rpartition('.')[0]}.99"
    builder.config("spark.jars.packages", chosen)
    assert options(deltaward.configure(builder))["spark.jars.packages"] == chosen


@pytest.mark.parametrize(
    "named",
    [
        DELTA_JAR,
        f"io.delta_{DELTA_JAR}",
        f"delta-spark_2.13-{DELTA_VERSION}-amzn-0.jar",
        "*.jar",
    ],
)
def test_a_builder_whose_jars_have_delta_gets_no_package(
    builder: SparkSession.Builder, tmp_path: Path, named: str
) -> None:
    (tmp_path / DELTA_JAR).touch()
    for jar in (f"{tmp_path}/{named}", f"file:{tmp_path}/{named}"):
        builder.config("spark.jars", jar)
        assert "spark.jars.packages" not in options(deltaward.configure(builder))
        assert options(builder)["spark.jars"] == f"{jar},{deltaward.jar_path()}"


@pytest.mark.parametrize("named", ["delta-storage-4.4.0.jar", "my-delta-spark_tools.jar", "*.jar"])
def test_jars_without_delta_do_not_replace_its_package(
    builder: SparkSession.Builder, tmp_path: Path, named: str
) -> None:
    builder.config("spark.jars", f"{tmp_path}/{named}")
    assert options(deltaward.configure(builder))["spark.jars.packages"] == PACKAGE


def test_jars_in_the_submit_arguments_count_as_delta_and_ours(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / DELTA_JAR).touch()
    jar = deltaward.jar_path()
    for words in (f"--jars {tmp_path}/{DELTA_JAR},{jar}", f"--packages {PACKAGE} --jars {jar}"):
        monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", f"{words} pyspark-shell")
        deltaward.configure(builder)
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", f"--jars {tmp_path}/{DELTA_JAR} pyspark-shell")
    with pytest.raises(deltaward.ConfigurationError, match="--jars ") as refused:
        deltaward.configure(builder)
    assert "--packages" not in str(refused.value)


def test_delta_among_the_extra_packages_is_the_only_one(builder: SparkSession.Builder) -> None:
    deltaward.configure(builder, extra_packages=[PACKAGE])
    assert options(builder)["spark.jars.packages"] == PACKAGE


def test_jars_that_spark_itself_has_are_left_out(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / f"io.delta_{DELTA_JAR}").touch()
    assert spark_options().startswith(f"--jars {deltaward.jar_path()} --conf ")
    (tmp_path / "jars" / Path(deltaward.jar_path()).name).touch()
    assert spark_options().startswith("--conf ")
    deltaward.configure(builder)
    assert options(builder) == {"spark.sql.extensions": f"{DELTA},{OURS}", CATALOG: DELTA_CATALOG}
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", "--jars /opt/a.jar pyspark-shell")
    deltaward.configure(builder)


def test_another_session_catalog_is_an_error_that_names_it(builder: SparkSession.Builder) -> None:
    builder.config(CATALOG, "org.example.Catalog")
    with pytest.raises(deltaward.ConfigurationError, match=r"org\.example\.Catalog"):
        deltaward.configure(builder)
    assert options(builder) == {CATALOG: "org.example.Catalog"}


@pytest.mark.parametrize("thing", [None, "builder", SparkSession])
def test_what_is_not_a_builder_is_a_type_error_that_names_it(thing: object) -> None:
    with pytest.raises(TypeError, match=rf"not {type(thing).__qualname__}"):
        deltaward.configure(thing)  # type: ignore[arg-type]


@NEEDS_CONNECT
def test_a_remote_server_gets_nothing_and_a_warning_says_what_it_needs(
    builder: SparkSession.Builder,
) -> None:
    builder.remote("sc://spark.example:15002")
    with pytest.warns(deltaward.DeltawardWarning, match=f"{DELTA},{OURS}"):
        deltaward.configure(builder)
    assert options(builder) == {"spark.remote": "sc://spark.example:15002"}


@NEEDS_CONNECT
def test_a_remote_server_named_by_the_environment_is_one_too(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPARK_REMOTE", "sc://spark.example:15002")
    with pytest.warns(deltaward.DeltawardWarning, match=r"spark\.example"):
        deltaward.configure(builder)
    assert options(builder) == {}


@NEEDS_CONNECT
def test_a_local_connect_server_is_configured_like_a_classic_session(
    builder: SparkSession.Builder,
) -> None:
    builder.remote("local[2]")
    deltaward.configure(builder)
    assert options(builder)["spark.sql.extensions"] == f"{DELTA},{OURS}"


def run_python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


@NEEDS_CONNECT
def test_configuring_is_enough_for_typed_conflicts() -> None:
    """An import installs Delta's exceptions. Users need not know that."""
    code = """
import sys, deltaward
from pyspark.sql import SparkSession
assert "delta.exceptions.captured" not in sys.modules
deltaward.configure(SparkSession.Builder())
assert "delta.exceptions.captured" in sys.modules
assert "delta.connect.exceptions" not in sys.modules
deltaward.configure(SparkSession.Builder().remote("local[2]"))
assert "delta.connect.exceptions" in sys.modules
"""
    run_python(code)


@NEEDS_CONNECT
@pytest.mark.parametrize("remote", ["local[2]", "sc://spark.example:15002"])
def test_without_the_packages_of_connect_one_error_names_the_extra(remote: str) -> None:
    code = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "grpc":
            raise ModuleNotFoundError("No module named 'grpc'", name=name)
sys.meta_path.insert(0, Absent())
import deltaward
from pyspark.sql import SparkSession
deltaward.configure(SparkSession.Builder())
try:
    deltaward.configure(SparkSession.Builder().remote("{remote}"))
except deltaward.ConfigurationError as error:
    print(error)
"""
    (line,) = run_python(code).splitlines()
    assert "pip install 'deltaward[connect]'" in line
    assert "grpc" in line


@pytest.mark.parametrize("remote", ["local[2]", "sc://spark.example:15002"])
def test_spark_connect_of_spark_3_is_refused_with_what_works(
    builder: SparkSession.Builder, monkeypatch: pytest.MonkeyPatch, remote: str
) -> None:
    monkeypatch.setattr(pyspark, "__version__", "3.5.9")
    with pytest.raises(deltaward.ConfigurationError, match=r"needs Spark 4 .* use spark\.sql"):
        deltaward.configure(builder.remote(remote))
