"""Conflicts of commits in Python, and those that deltaward resolves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import delta.exceptions
import pyspark
import pytest
from delta.exceptions import ConcurrentAppendException, MetadataChangedException
from delta.tables import DeltaTable
from pyspark.errors.exceptions import captured
from pyspark.sql import SparkSession

import streams
from conftest import CreateTable
from interleaving import run_during

HELD = "10 * held(CAST(id AS INT))"


@pytest.fixture
def table(spark: SparkSession, create: CreateTable) -> str:
    """Creates a table of ten rows in one file, none of them in a deletion vector."""
    name = create(delta_enableDeletionVectors="true")
    spark.sql(f"ALTER TABLE {name} ADD COLUMNS (x INT)")
    return name


def _said(conflict: Any) -> tuple[Any, ...]:
    """Returns what deltaward adds to Delta's exception."""
    return conflict.reason, conflict.retryable, conflict.winner, conflict.advice


def _set(spark: SparkSession, table: str, row: int, value: str) -> Callable[[], Any]:
    statement = f"UPDATE {table} SET x = {value} WHERE id = {row}"
    return lambda: spark.sql(statement).collect()


def test_updates_of_two_rows_of_one_file_both_commit(spark: SparkSession, table: str) -> None:
    refused = run_during(spark, _set(spark, table, 1, HELD), _set(spark, table, 2, "20"))
    assert refused is None
    rows = spark.table(table).where("x IS NOT NULL").orderBy("id").collect()
    assert [tuple(row) for row in rows] == [(1, 10), (2, 20)]


def test_updates_of_one_row_are_a_conflict_of_the_class_that_delta_documents(
    spark: SparkSession, table: str
) -> None:
    refused = run_during(spark, _set(spark, table, 1, HELD), _set(spark, table, 1, "20"))
    assert isinstance(refused, ConcurrentAppendException), repr(refused)
    reason, retryable, winner, advice = _said(refused)
    assert (reason, retryable, advice) == ("SAME_ROW_CHANGED", True, None)
    assert winner.startswith("version 3 (UPDATE")
    assert "SAME_ROW_CHANGED" in str(refused)
    (row,) = spark.table(table).where("x IS NOT NULL").collect()
    assert tuple(row) == (1, 20)


@pytest.mark.classic
@pytest.mark.parametrize(
    "name",
    [
        "ConcurrentAppendException",
        "ConcurrentDeleteDeleteException",
        "ConcurrentDeleteReadException",
        "ConcurrentTransactionException",
        "ConcurrentWriteException",
        "MetadataChangedException",
        "ProtocolChangedException",
    ],
)
def test_each_conflict_of_delta_has_its_class(spark: SparkSession, name: str) -> None:
    """Some of Delta's classes inherit ``getMessageParameters`` from an interface."""
    jvm: Any = spark.sparkContext._jvm
    thrown = getattr(jvm.io.delta.exceptions, name)("told")
    conflict: Any = captured.convert_exception(thrown)
    assert isinstance(conflict, getattr(delta.exceptions, name))
    assert _said(conflict) == (None, None, None, None)


def test_a_change_of_the_table_is_a_conflict_of_its_own_class(
    spark: SparkSession, table: str
) -> None:
    refused = run_during(
        spark,
        _set(spark, table, 1, HELD),
        lambda: spark.sql(f"ALTER TABLE {table} SET TBLPROPERTIES ('a' = 'b')"),
    )
    assert isinstance(refused, MetadataChangedException), repr(refused)
    reason, retryable, _, advice = _said(refused)
    assert (reason, retryable) == ("METADATA_CHANGED", True)
    assert "while nobody writes" in advice


def _update(spark: SparkSession, table: str) -> None:
    DeltaTable.forName(spark, table).update("id = 1", {"x": HELD})


def _merge(spark: SparkSession, table: str) -> None:
    target = DeltaTable.forName(spark, table).alias("t")
    merge = target.merge(spark.range(1, 2).alias("s"), "t.id = s.id")
    merge.whenMatchedUpdate(set={"x": "10 * held(CAST(t.id AS INT))"}).execute()


def _overwrite(spark: SparkSession, table: str) -> None:
    rows = spark.range(1, 2).selectExpr("id", f"{HELD} AS x")
    writer = rows.write.format("delta").mode("overwrite").option("replaceWhere", "id = 1")
    writer.saveAsTable(table)


@pytest.mark.parametrize(
    ("job", "reason"),
    [
        # On Connect, Delta's API needs Delta's plugin in the server, which this server lacks.
        pytest.param(_update, "SAME_ROW_CHANGED", marks=pytest.mark.classic),
        pytest.param(_merge, "SAME_ROW_CHANGED", marks=pytest.mark.classic),
        pytest.param(
            _overwrite,
            "OVERWRITE",
            marks=pytest.mark.skipif(
                pyspark.__version__ < "4", reason="Spark 3.5 drops the table before it overwrites"
            ),
        ),
    ],
)
def test_a_conflict_has_the_reason_however_the_job_writes(
    spark: SparkSession, table: str, job: Callable[[SparkSession, str], None], reason: str
) -> None:
    refused = run_during(spark, lambda: job(spark, table), _set(spark, table, 1, "20"))
    assert isinstance(refused, ConcurrentAppendException), repr(refused)
    assert _said(refused)[:2] == (reason, True)


@pytest.mark.classic
def test_a_conflict_in_a_batch_of_a_stream_has_the_reason(
    spark: SparkSession, table: str, tmp_path: Path
) -> None:
    spark.range(1, 2).write.format("delta").save(str(tmp_path / "source"))
    refused: list[Any] = []

    def write(_: Any, __: int) -> None:
        try:
            _update(spark, table)
        except ConcurrentAppendException as conflict:
            refused.append(conflict)

    def stream() -> None:
        source = spark.readStream.format("delta").load(str(tmp_path / "source"))
        writer = source.writeStream.foreachBatch(write).trigger(availableNow=True)
        writer.option("checkpointLocation", str(tmp_path / "checkpoint"))
        streams.start(writer).awaitTermination()

    assert run_during(spark, stream, _set(spark, table, 1, "20")) is None
    assert [_said(conflict)[0] for conflict in refused] == ["SAME_ROW_CHANGED"]


@pytest.mark.usefixtures("spark")
def test_a_conflict_from_elsewhere_has_no_reason() -> None:
    stack_trace: list[Any] = [""] if pyspark.__version__ < "4" else []
    conflict = ConcurrentAppendException("made elsewhere", *stack_trace)
    assert _said(conflict) == (None, None, None, None)
