"""What a conflict of commits looks like in Python, and which ones there are no more."""

import pytest
from delta.exceptions import ConcurrentAppendException, MetadataChangedException
from pyspark.sql import SparkSession

from conftest import CreateTable
from interleaving import run_during

HELD = "10 * held(CAST(id AS INT))"


@pytest.fixture
def table(spark: SparkSession, create: CreateTable) -> str:
    """Ten rows in one file, none of them in a deletion vector."""
    name = create(delta_enableDeletionVectors="true")
    spark.sql(f"ALTER TABLE {name} ADD COLUMNS (x INT)")
    return name


def _set(table: str, row: int, value: str) -> str:
    return f"UPDATE {table} SET x = {value} WHERE id = {row}"


def test_updates_of_two_rows_of_one_file_both_commit(spark: SparkSession, table: str) -> None:
    refused = run_during(
        spark, _set(table, 1, HELD), lambda: spark.sql(_set(table, 2, "20")).collect()
    )
    assert refused is None
    rows = spark.table(table).where("x IS NOT NULL").orderBy("id").collect()
    assert [tuple(row) for row in rows] == [(1, 10), (2, 20)]


def test_updates_of_one_row_are_a_conflict_of_the_class_that_delta_documents(
    spark: SparkSession, table: str
) -> None:
    refused = run_during(
        spark, _set(table, 1, HELD), lambda: spark.sql(_set(table, 1, "20")).collect()
    )
    assert isinstance(refused, ConcurrentAppendException), repr(refused)
    (row,) = spark.table(table).where("x IS NOT NULL").collect()
    assert tuple(row) == (1, 20)


def test_a_change_of_the_table_is_a_conflict_of_its_own_class(
    spark: SparkSession, table: str
) -> None:
    refused = run_during(
        spark,
        _set(table, 1, HELD),
        lambda: spark.sql(f"ALTER TABLE {table} SET TBLPROPERTIES ('a' = 'b')"),
    )
    assert isinstance(refused, MetadataChangedException), repr(refused)
