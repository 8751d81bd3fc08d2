"""Many tables at once."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import deltaward


def table(spark: SparkSession, path: Path, **properties: str) -> str:
    set_to = ", ".join(f"'delta.{key}' = '{value}'" for key, value in properties.items())
    clause = f"TBLPROPERTIES ({set_to})" if set_to else ""
    spark.sql(f"CREATE TABLE delta.`{path}` (id BIGINT) USING delta {clause}")
    return str(path)


def test_all_tables_below_a_directory(spark: SparkSession, tmp_path: Path) -> None:
    plain = table(spark, tmp_path / "a" / "it's")
    vectors = table(spark, tmp_path / "b", enableDeletionVectors="true")
    found = deltaward.audit(spark, path=str(tmp_path), clients="deltalake=0.20.2")
    blocked = {row.location for row in found.where("readVerdict = 'BLOCKED'").collect()}
    assert blocked == {vectors}
    assert {row.location for row in found.collect()} == {plain, vectors}


def test_a_schema_and_a_catalog(spark: SparkSession) -> None:
    spark.sql("CREATE SCHEMA audited")
    try:
        spark.sql("CREATE TABLE audited.orders (id BIGINT) USING delta")
        of_schema = deltaward.audit(spark, schema="audited").collect()
        assert {row.tableName for row in of_schema} == {"spark_catalog.audited.orders"}
        of_catalog = deltaward.audit(spark, catalog="spark_catalog").collect()
        assert [row for row in of_catalog if row.tableName == of_schema[0].tableName] == of_schema
    finally:
        spark.sql("DROP SCHEMA audited CASCADE")


def test_one_place_and_known_clients(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give one of catalog, schema and path"):
        deltaward.audit(spark)
    with pytest.raises(ValueError, match="give one of"):
        deltaward.audit(spark, schema="default", path=str(tmp_path))
    with pytest.raises(deltaward.UnknownClientError):
        deltaward.audit(spark, path=str(tmp_path), clients="trinoo")
