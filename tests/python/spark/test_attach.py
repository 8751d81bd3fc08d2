"""Attaches the extension to a running session."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import deltaward

DELTA = "io.delta.sql.DeltaSparkSessionExtension"
CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"

START = f"""
import deltaward
from pyspark.sql import SparkSession
from deltaward._session.jar import delta_package
def builder():
    return (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.jars.packages", delta_package())
        .config("spark.sql.warehouse.dir", "warehouse")
    )
def with_delta(builder):
    return builder.config("spark.sql.extensions", "{DELTA}").config(
        "spark.sql.catalog.spark_catalog", "{CATALOG}"
    )
def with_jar(builder):
    return builder.config("spark.jars", deltaward.jar_path())
def refusal_of(spark):
    try:
        deltaward.attach(spark)
    except deltaward.ConfigurationError as refusal:
        return str(refusal)
    raise AssertionError("attach did not refuse")
"""


@pytest.fixture
def run(tmp_path: Path, quick_environment: dict[str, str]) -> Callable[[str], None]:
    """Runs code in a separate process, since a JVM's class path is fixed when it starts."""

    def run_code(code: str) -> None:
        done = subprocess.run(
            [sys.executable, "-c", START + code],
            cwd=tmp_path,
            env=quick_environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]

    return run_code


@pytest.mark.classic
def test_without_delta_the_error_says_what_to_set_with_it_a_session_gets_the_rules_beside_its_own(
    run: Callable[[str], None],
) -> None:
    run(
        f"""
spark = with_jar(builder()).getOrCreate()
refusal = refusal_of(spark)
assert "spark.sql.extensions={DELTA}" in refusal, refusal
assert "spark.sql.catalog.spark_catalog={CATALOG}" in refusal, refusal
spark.stop()
"""
        + """
spark = with_jar(with_delta(builder())).getOrCreate()
spark.sql("CREATE TABLE kept (id BIGINT) USING delta")
spark.sql("CREATE SCHEMA work"); spark.sql("USE work")
spark.range(1).createOrReplaceTempView("some_view")
spark.conf.set("spark.sql.shuffle.partitions", "7")
spark.conf.set("spark.deltaward.rule.validProtocol.mode", "warn")
spark.conf.set("org.example.setting", "kept")

attached = deltaward.attach(spark)
import sys, pyspark
# Delta 3.3 has one module for them.
typed = "delta.exceptions" if pyspark.__version__ < "4" else "delta.exceptions.captured"
assert typed in sys.modules, "conflicts are typed"
assert attached is not spark and attached.sparkContext is spark.sparkContext
# catalog tables, configuration, the current schema: carried over
assert deltaward.forName(attached, "default.kept").protocol().first().version == 0
assert attached.conf.get("spark.sql.shuffle.partitions") == "7"
assert attached.conf.get("spark.deltaward.rule.validProtocol.mode") == "warn"
assert attached.conf.get("org.example.setting") == "kept"
assert attached.catalog.currentDatabase() == "work"
# temporary views: not
assert not attached.catalog.tableExists("some_view")
assert spark.catalog.tableExists("some_view")
# configuration is a copy
attached.conf.set("spark.sql.shuffle.partitions", "3")
assert spark.conf.get("spark.sql.shuffle.partitions") == "7"
# the rules guard its commits
policy = "'deltaward.requiredClients' = 'synapse-serverless-sql read'"
table = f"(id BIGINT) USING delta TBLPROPERTIES ({policy})"
lock_out = "SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
attached.sql(f"CREATE TABLE guarded {table}")
try:
    with deltaward.errors():
        attached.sql(f"ALTER TABLE guarded {lock_out}")
    raise AssertionError("the commit went through")
except deltaward.CommitRefusedError:
    pass
# the old session is as it was, and still the active and default one; no rule judges its
# commits, though the attached session has worked on the same thread
spark.sql(f"CREATE TABLE own {table}")
spark.sql(f"ALTER TABLE own {lock_out}")
for ask in (deltaward.clients, lambda spark: deltaward.forName(spark, "own").protocol()):
    try:
        ask(spark)
        raise AssertionError("the old session has the extension")
    except deltaward.ConfigurationError as error:
        assert "no deltaward extension. Use deltaward.attach(spark), or start" in str(error), error
assert SparkSession.active() is spark
assert SparkSession.builder.getOrCreate() is spark
# again: the same, and from the old session one more of its kind, with the rules once
assert deltaward.attach(attached) is attached
assert deltaward.clients(deltaward.attach(spark)).count() == deltaward.clients(attached).count()
"""
    )


@pytest.mark.classic
@pytest.mark.parametrize("named", ["", ",io.deltaward.DeltawardSparkSessionExtension"])
def test_configure_warns_that_a_running_session_needs_attach_which_says_where_the_jar_is_missing(
    run: Callable[[str], None], named: str
) -> None:
    run(
        f"""
import warnings
extensions = "{DELTA}{named}"
spark = with_delta(builder()).config("spark.sql.extensions", extensions).getOrCreate()
"""
        + """
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    deltaward.configure(SparkSession.builder)
messages = [str(w.message) for w in caught if w.category is deltaward.DeltawardWarning]
assert len(messages) == 1 and "deltaward.attach(spark)" in messages[0], messages
refusal = refusal_of(spark)
assert f"--jars {deltaward.jar_path()}" in refusal, refusal

# no session is left, but the JVM is, and it has no jar
spark.stop()
try:
    deltaward.configure(SparkSession.builder)
    raise AssertionError("a builder that would start without the extension")
except deltaward.ConfigurationError as error:
    assert "without the jar of deltaward" in str(error), error
    assert "restart Python" in str(error), error
"""
    )


@pytest.mark.classic
def test_a_read_only_session_has_the_verdicts_and_attach_warns_that_it_has_no_rules(
    run: Callable[[str], None],
) -> None:
    run(
        """
import warnings
read_only = builder().config(
    "spark.sql.extensions", "io.deltaward.DeltawardReadOnlyExtension"
)
spark = deltaward.configure(read_only).getOrCreate()
spark.range(3).write.format("delta").save("t")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert deltaward.attach(spark) is spark
messages = [str(w.message) for w in caught if w.category is deltaward.DeltawardWarning]
assert len(messages) == 1 and "no rule judges its commits" in messages[0], messages
table = deltaward.forPath(spark, "t")
assert table.compatibility("trino").count() == 1
try:
    table.makeCompatible("trino")
    raise AssertionError("a change without rules")
except deltaward.ConfigurationError as refused:
    assert refused.getCondition() == "DELTAWARD_UNSUPPORTED_STATEMENT.READ_ONLY", refused
"""
    )


@pytest.mark.connect
def test_a_connect_session_is_refused_with_what_the_server_needs(spark: SparkSession) -> None:
    with pytest.raises(deltaward.ConfigurationError, match="start the Connect server with"):
        deltaward.attach(spark)


@pytest.mark.classic
def test_a_session_that_has_the_extension_is_returned_as_it_is(spark: SparkSession) -> None:
    assert deltaward.attach(spark) is spark
