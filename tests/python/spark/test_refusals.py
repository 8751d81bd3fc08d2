"""Refused commits arrive as typed exceptions, whichever way the commit was tried."""

from collections.abc import Callable

import pytest
from delta.tables import DeltaTable
from pyspark.sql import SparkSession

import deltaward
from conftest import CreateTable

BOUNDARY = "delta.requireCheckpointProtectionBeforeVersion"


@pytest.fixture
def protected(spark: SparkSession, create: CreateTable) -> str:
    table = create(**{"delta.feature.checkpointProtection": "supported"})
    spark.sql(f"ALTER TABLE {table} SET TBLPROPERTIES ('{BOUNDARY}' = '2')")
    return table


def test_a_boundary_moved_back_is_refused_and_the_table_is_as_it_was(
    spark: SparkSession, protected: str
) -> None:
    """C1: the boundary never moves back."""
    statement = f"ALTER TABLE {protected} SET TBLPROPERTIES ('{BOUNDARY}' = '1')"
    with pytest.raises(deltaward.ProtocolRefusedError) as caught, deltaward.errors():
        spark.sql(statement)
    assert caught.value.getCondition() == "DELTAWARD_COMMIT_REFUSED.BOUNDARY_MOVED_BACK"
    assert caught.value.getSqlState() == "44000"
    parameters = caught.value.getMessageParameters()
    assert parameters is not None
    assert (parameters["boundary"], parameters["newBoundary"]) == ("2", "1")
    properties = {
        row.key: row.value for row in spark.sql(f"SHOW TBLPROPERTIES {protected}").collect()
    }
    assert properties[BOUNDARY] == "2"


def _sql(spark: SparkSession, name: str) -> None:
    spark.sql(f"REPLACE TABLE {name} (id BIGINT) USING delta TBLPROPERTIES ('{BOUNDARY}' = '1')")


def _data_frame(spark: SparkSession, name: str) -> None:
    spark.range(3).writeTo(name).using("delta").tableProperty(BOUNDARY, "1").replace()


def _delta_table(spark: SparkSession, name: str) -> None:
    builder = DeltaTable.replace(spark).tableName(name).addColumn("id", "BIGINT")
    builder.property(BOUNDARY, "1").execute()


@pytest.mark.parametrize(
    "replace",
    [
        _sql,
        _data_frame,
        # On Connect it needs Delta's own server plugin, which is not part of this.
        pytest.param(_delta_table, marks=pytest.mark.classic),
    ],
)
def test_no_way_to_replace_a_table_moves_its_boundary_back(
    spark: SparkSession,
    protected: str,
    replace: Callable[[SparkSession, str], object],
) -> None:
    with pytest.raises(deltaward.ProtocolRefusedError), deltaward.errors():
        replace(spark, protected)


def test_a_commit_that_no_rule_minds_goes_through(spark: SparkSession, protected: str) -> None:
    spark.sql(f"INSERT INTO {protected} VALUES (10)")
    assert spark.table(protected).count() == 11
