"""Refused commits raise typed exceptions, however the commit was made."""

from collections.abc import Callable

import pytest
from delta.tables import DeltaTable
from pyspark.sql import SparkSession

import deltaward
from conftest import CreateTable
from markers import NEEDS_PROTECTION

BOUNDARY = "delta.requireCheckpointProtectionBeforeVersion"


@pytest.fixture
def protected(spark: SparkSession, create: CreateTable) -> str:
    table = create(**{"delta.feature.checkpointProtection": "supported"})
    spark.sql(f"ALTER TABLE {table} SET TBLPROPERTIES ('{BOUNDARY}' = '2')")
    return table


@NEEDS_PROTECTION
def test_a_boundary_moved_back_is_refused_and_the_table_is_as_it_was(
    spark: SparkSession, protected: str
) -> None:
    """C1: the boundary never moves back."""
    statement = f"ALTER TABLE {protected} SET TBLPROPERTIES ('{BOUNDARY}' = '1')"
    with pytest.raises(deltaward.CommitRefusedError) as caught, deltaward.errors():
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


@NEEDS_PROTECTION
@pytest.mark.parametrize(
    "replace",
    [
        _sql,
        _data_frame,
        # On Connect, it needs Delta's plugin in the server, which this server lacks.
        pytest.param(_delta_table, marks=pytest.mark.classic),
    ],
)
def test_no_way_to_replace_a_table_moves_its_boundary_back(
    spark: SparkSession,
    protected: str,
    replace: Callable[[SparkSession, str], object],
) -> None:
    with pytest.raises(deltaward.CommitRefusedError), deltaward.errors():
        replace(spark, protected)


@NEEDS_PROTECTION
def test_a_commit_that_breaks_no_rule_goes_through(spark: SparkSession, protected: str) -> None:
    spark.sql(f"INSERT INTO {protected} VALUES (10)")
    assert spark.table(protected).count() == 11


@pytest.mark.parametrize(
    ("statement", "condition", "said"),
    [
        (
            "SET spark.deltaward.requiredClient = trino read",
            "DELTAWARD_INVALID_SETTING.UNKNOWN_KEY",
            "Did you mean spark.deltaward.requiredClients?",
        ),
        (
            "SET spark.deltaward.requiredClients = flink read+write",
            "DELTAWARD_INVALID_SETTING.POLICY",
            "the newest known",
        ),
    ],
)
def test_a_setting_that_could_protect_nothing_is_refused_by_set(
    spark: SparkSession, statement: str, condition: str, said: str
) -> None:
    with pytest.raises(deltaward.ConfigurationError) as caught, deltaward.errors():
        spark.sql(statement)
    assert (caught.value.getCondition(), caught.value.getSqlState()) == (condition, "22023")
    assert said in str(caught.value)


def test_a_setting_is_refused_by_the_configuration_too(spark: SparkSession) -> None:
    with pytest.raises(deltaward.ConfigurationError) as caught, deltaward.errors():
        spark.conf.set("spark.deltaward.allowedFeatures", "deletionVector")
    assert caught.value.getCondition() == "DELTAWARD_INVALID_SETTING.POLICY"
    assert "did you mean deletionVectors?" in str(caught.value)


def test_no_commit_goes_through_while_a_setting_is_astray(
    spark: SparkSession, create: CreateTable
) -> None:
    table = create()
    spark.conf.set("spark.deltaward.requiredClient", "trino read")
    try:
        with pytest.raises(deltaward.CommitRefusedError) as caught, deltaward.errors():
            spark.sql(f"INSERT INTO {table} VALUES (10)")
    finally:
        spark.conf.unset("spark.deltaward.requiredClient")
    assert caught.value.getCondition() == "DELTAWARD_COMMIT_REFUSED.UNKNOWN_SETTING"


def test_a_property_is_no_option_of_a_write(spark: SparkSession, create: CreateTable) -> None:
    table = create()
    write = spark.range(3).write.format("delta").mode("append")
    with pytest.raises(deltaward.ConfigurationError) as caught, deltaward.errors():
        write.option("deltaward.requiredClients", "trino read").saveAsTable(table)
    assert caught.value.getCondition() == "DELTAWARD_INVALID_SETTING.PROPERTY_AS_OPTION"
