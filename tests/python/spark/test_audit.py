"""Audits of many tables."""

import re
from datetime import datetime, timezone
from pathlib import Path

import pytest
from pyspark.sql import SparkSession, functions

import deltaward
from deltaward._session.jar import delta_version
from markers import NEEDS_IN_COMMIT_TIMESTAMPS


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


def test_tables_by_name(spark: SparkSession, tmp_path: Path) -> None:
    path = table(spark, tmp_path / "a `b`".replace("`", ""))
    found = deltaward.audit(spark, tables=[f"delta.`{path}`", "no.such"], clients="trino")
    by_place = {row.tableName or row.location: row for row in found.collect()}
    assert by_place[path].readVerdict == "OK"
    assert by_place["no.such"].readVerdict == "UNKNOWN"
    with pytest.raises(ValueError, match="tables is empty"):
        deltaward.audit(spark, tables=[])


def test_a_report_gathers_an_audit_by_table(spark: SparkSession, tmp_path: Path) -> None:
    plain = table(spark, tmp_path / "plain")
    vectors = table(spark, tmp_path / "vectors", enableDeletionVectors="true")
    (tmp_path / "empty" / "_delta_log").mkdir(parents=True)
    audit = deltaward.audit(
        spark, path=str(tmp_path), clients=["deltalake[to_pyarrow]=0.20.2", "trino"]
    )
    found = deltaward.report(audit)
    assert [each.location for each in found.tables] == [str(tmp_path / "empty"), plain, vectors]
    empty, open_to_all, blocked = found.tables
    assert empty.problem
    assert empty.answers == ()
    assert empty.errorCondition == "DELTAWARD_TABLE_NOT_READABLE.EMPTY_LOG"
    assert open_to_all.minReaderVersion == 1
    assert blocked.supportedFeatures
    assert "deletionVectors" in blocked.supportedFeatures
    rows = audit.where(f"location = '{vectors}'").collect()
    assert sorted(answer.reason for answer in blocked.answers) == sorted(r.reason for r in rows)
    unlocking = ("DROP FEATURE deletionVectors TRUNCATE HISTORY",)
    # Delta 3.3 cannot drop them.
    expected = unlocking if delta_version() >= "4" else None
    assert expected in {answer.unlockedBy for answer in blocked.answers}
    kinds = {(finding.table.location, finding.kind) for finding in found.findings()}
    assert (str(tmp_path / "empty"), "unreadable") in kinds
    assert (vectors, "read") in kinds
    assert (plain, "read") not in kinds
    reading = found.verdicts("read")
    assert reading["trino", "476", "connector"] == {"OK": 2}


@NEEDS_IN_COMMIT_TIMESTAMPS
def test_a_time_is_in_utc_and_one_that_python_cannot_hold_fails_no_report(
    spark: SparkSession, tmp_path: Path
) -> None:
    beyond = 253_402_300_800_000  # the year 10000
    for name, time in (("far", beyond), ("near", beyond - 1)):
        table(spark, tmp_path / name, enableInCommitTimestamps="true")
        commit = tmp_path / name / "_delta_log" / f"{0:020}.json"
        text = re.sub(r'"inCommitTimestamp":\d+', f'"inCommitTimestamp":{time}', commit.read_text())
        commit.write_text(text)
        for beside in commit.parent.glob("*.crc"):
            beside.unlink()
    report = deltaward.report(deltaward.audit(spark, path=str(tmp_path), clients="delta-spark"))
    far, near = report.tables
    assert (far.version, far.lastModified) == (0, None)
    assert near.lastModified == datetime(9999, 12, 31, 23, 59, 59, 999_000, tzinfo=timezone.utc)


def test_a_report_of_other_frames(spark: SparkSession, tmp_path: Path) -> None:
    table(spark, tmp_path / "plain")
    audit = deltaward.audit(spark, path=str(tmp_path), clients="trino")
    assert deltaward.report(audit.union(audit)) == deltaward.report(audit)
    older = audit.withColumn("policyViolations", functions.lit(None).cast("array<string>"))
    assert list(deltaward.report(older).findings()) == list(deltaward.report(audit).findings())
    with pytest.raises(ValueError, match="no column location, version"):
        deltaward.report(spark.sql("SELECT 1 AS tableName"))


def test_one_place_and_known_clients(spark: SparkSession, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give one of catalog, schema, path and tables"):
        deltaward.audit(spark)
    with pytest.raises(ValueError, match="give one of"):
        deltaward.audit(spark, schema="default", path=str(tmp_path))
    with pytest.raises(deltaward.UnknownClientError):
        deltaward.audit(spark, path=str(tmp_path), clients="trinoo")
