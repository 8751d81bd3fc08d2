"""The commands from Python, on real Delta tables, with the same results on Classic and Connect."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pyspark.errors import AnalysisException
from pyspark.sql import Row, SparkSession

import deltaward
from conftest import CreateTable
from deltaward._exceptions import condition_of
from markers import NEEDS_VECTOR_DROPS

COMPATIBILITY = """
    tableName location version client clientVersion accessPath readVerdict writeVerdict
    blockingFeatures reason fix evidence verifiedAt errorCondition
"""
PROTOCOL = """
    tableName location version minReaderVersion minWriterVersion readerFeatures writerFeatures
    supportedFeatures lowestReaderVersion lowestWriterVersion lowestReaderFeatures
    lowestWriterFeatures isLowest isValid problems
"""
FEATURES = """
    feature kind status supported enabled used usedEvidence sinceVersion sinceOperation
    sinceEngine sinceUser droppable dependents
"""


def starts_with(columns: list[str], promised: str) -> bool:
    return columns[: len(promised.split())] == promised.split()


def test_the_columns_that_others_rely_on_come_first_and_in_order(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create())
    assert starts_with(table.compatibility().columns, COMPATIBILITY)
    assert starts_with(table.protocol().columns, PROTOCOL)
    assert starts_with(table.features().columns, FEATURES)


def test_a_table_with_deletion_vectors_blocks_a_client_that_does_not_know_them(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create(delta_enableDeletionVectors="true"))
    spark.sql("DELETE FROM orders WHERE id = 3")
    rows = table.compatibility("delta-standalone").collect()
    assert {row.client for row in rows} == {"delta-standalone"}
    assert {row.readVerdict for row in rows} == {"BLOCKED"}
    assert all("deletionVectors" in row.blockingFeatures for row in rows)


def test_access_paths_that_offer_nothing_are_listed_on_request(
    spark: SparkSession, create: CreateTable, tmp_path: Path
) -> None:
    nothing = {"versions": [], "features": [], "otherFeatures": "refused"}
    release = {"version": "1", "accessPath": "listing", "read": nothing, "write": nothing}
    evidence = {"evidence": "source", "verifiedAt": "2026-11-01", "sources": ["a test"]}
    behaviour = {"read": "none", "write": "none"}
    client = {"id": "lister", "name": "Lister", "unknownFeatureBehaviour": behaviour}
    file = tmp_path / "clients.json"
    file.write_text(json.dumps({**client, "releases": [{**release, **evidence}]}))
    table = deltaward.forName(spark, create())
    spark.conf.set("spark.deltaward.clients.path", str(file))
    try:
        usual = {row.client for row in table.compatibility().collect()}
        rows = table.compatibility(allVersions=True, allAccessPaths=True).collect()
    finally:
        spark.conf.unset("spark.deltaward.clients.path")
    assert "lister" not in usual
    assert [row.readVerdict for row in rows if row.client == "lister"] == ["NOT_OFFERED"]


def test_a_log_is_inspected_when_asked_for(spark: SparkSession, create: CreateTable) -> None:
    table = deltaward.forName(spark, create())
    for inspected in (
        table.compatibility("delta-spark", inspectLog=True),
        table.compatibility(["delta-spark", "trino"], version=0, inspectLog=True),
        table.protocol(inspectLog=True),
        table.protocol(version=0, inspectLog=True),
    ):
        assert all(row.logRead.startswith("all that readers open: ") for row in inspected.collect())
    # Delta 3.2 writes no checksum files.
    assert table.protocol().collect()[0].logRead in (
        f"{1:020}.crc",
        f"{0:020}.json to {1:020}.json",
    )


def test_several_clients_give_the_rows_of_each_once(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create())
    rows = table.compatibility(["trino", "polars", "trino"]).collect()
    ways = [(row.client, row.accessPath) for row in rows]
    assert list(dict.fromkeys(client for client, _ in ways)) == ["trino", "polars"]
    assert len(ways) == len(set(ways))


def test_one_client_may_be_given_with_a_version(spark: SparkSession, create: CreateTable) -> None:
    table = deltaward.forName(spark, create())
    rows = table.compatibility("deltalake=1.6.6").collect()
    assert {row.clientVersion for row in rows} == {"1.6.6"}


def test_all_versions_give_more_rows_than_the_newest_ones(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create())
    assert table.compatibility(allVersions=True).count() > table.compatibility().count()


def test_no_client_at_all_is_refused(spark: SparkSession, create: CreateTable) -> None:
    with pytest.raises(ValueError, match="clients is empty"):
        deltaward.forName(spark, create()).compatibility([])


def test_an_older_version_has_the_protocol_it_had(spark: SparkSession, create: CreateTable) -> None:
    table = deltaward.forName(spark, create())
    spark.sql("ALTER TABLE orders SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    (now,), (then,) = table.protocol().collect(), table.protocol(version=0).collect()
    assert (then.version, "deletionVectors" in then.supportedFeatures) == (0, False)
    assert (now.version, "deletionVectors" in now.supportedFeatures) == (2, True)
    assert [row.feature for row in table.features(version=0).collect()] == sorted(
        then.supportedFeatures
    )
    assert table.compatibility("flink", version=0).collect()[0].version == 0


def test_a_timestamp_chooses_the_version_of_that_time(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create())
    (first,) = spark.sql("DESCRIBE HISTORY orders").where("version = 0").collect()
    moment: datetime = first.timestamp
    assert table.protocol(timestamp=moment).collect()[0].version == 0
    assert table.protocol(timestamp=str(moment)).collect()[0].version == 0
    with pytest.raises(deltaward.TableNotReadableError) as caught:
        table.protocol(timestamp=moment - timedelta(days=1))
    condition = caught.value.getCondition()
    assert condition == "DELTAWARD_TABLE_NOT_READABLE.TIMESTAMP_BEFORE_FIRST"


def test_features_keep_supported_enabled_and_used_apart(
    spark: SparkSession, create: CreateTable
) -> None:
    """P9: a feature can be supported and enabled, and yet not used."""
    table = deltaward.forName(spark, create(delta_enableDeletionVectors="true"))
    before = table.features().where("feature = 'deletionVectors'").collect()[0]
    spark.sql("DELETE FROM orders WHERE id = 3")
    after = table.features().where("feature = 'deletionVectors'").collect()[0]
    assert (before.supported, before.enabled, before.used) == (True, True, False)
    assert (after.supported, after.enabled, after.used) == (True, True, True)


def test_the_answer_is_a_dataframe_like_any_other(spark: SparkSession, create: CreateTable) -> None:
    frame = deltaward.forName(spark, create()).compatibility()
    counts = frame.groupBy("readVerdict").count()
    assert sum(row["count"] for row in counts.collect()) == frame.count()


def test_a_path_with_quotes_blanks_and_a_variable_reference_is_the_table_that_is_meant(
    spark: SparkSession, create: CreateTable, tmp_path: Path
) -> None:
    create()
    odd = tmp_path / "it's `odd` ${spark.app.name} \\ 100%"
    (tmp_path / "orders").rename(odd)
    row = deltaward.forPath(spark, str(odd)).protocol().collect()[0]
    assert (row.version, row.isValid) == (1, True)


def test_a_table_that_delta_cannot_open_is_still_described(
    spark: SparkSession, tmp_path: Path
) -> None:
    log = tmp_path / "_delta_log"
    log.mkdir()
    (log / f"{0:020}.json").write_text(
        '{"protocol":{"minReaderVersion":3,"minWriterVersion":7,'
        '"readerFeatures":["unheardOf"],"writerFeatures":["unheardOf"]}}\n'
        '{"metaData":{"id":"a","format":{"provider":"parquet","options":{}},"schemaString":'
        '"{\\"type\\":\\"struct\\",\\"fields\\":[]}","partitionColumns":[],"configuration":{}}}\n'
    )
    table = deltaward.forPath(spark, str(tmp_path))
    assert table.protocol().collect()[0].readerFeatures == ["unheardOf"]
    assert table.compatibility("delta-spark").collect()[0].readVerdict == "BLOCKED"


def test_the_policy_of_a_table_is_told_with_where_it_is_set(
    spark: SparkSession, create: CreateTable
) -> None:
    name = create(**{"deltaward.requiredClients": "polars read"})
    rows = {row.rule: row for row in deltaward.forName(spark, name).protocolPolicy().collect()}
    required = rows["requiredClients"]
    assert (required.mode, required.modeSource, required.policy) == (
        "enforce",
        "default",
        ["polars read"],
    )
    assert [entry.asDict() for entry in required.setIn] == [
        {"source": "table", "key": "deltaward.requiredClients", "value": "polars read"}
    ]
    everywhere = deltaward.protocolPolicy(spark).collect()
    assert [row.rule for row in everywhere] == list(rows)
    assert {(row.tableName, row.policy, row.locked) for row in everywhere} == {(None, None, False)}


def test_the_registry_is_listed_by_pattern(spark: SparkSession) -> None:
    clients = {row.client for row in deltaward.clients(spark, like="trino|delta-spark").collect()}
    assert clients == {"trino", "delta-spark"}


def test_a_client_that_nobody_knows_is_an_error_that_suggests_one(
    spark: SparkSession, create: CreateTable
) -> None:
    with pytest.raises(deltaward.UnknownClientError, match="trino") as caught:
        deltaward.forName(spark, create()).compatibility("trinoo")
    assert caught.value.getSqlState() == "42704"
    parameters = caught.value.getMessageParameters()
    assert parameters is not None
    assert parameters["client"] == "trinoo"
    assert "at io.deltaward" not in str(caught.value)


@pytest.mark.parametrize("folder", ["", "nowhere"])
def test_a_path_that_is_no_table_is_its_own_error(
    spark: SparkSession, tmp_path: Path, folder: str
) -> None:
    with pytest.raises(deltaward.NotADeltaTableError):
        deltaward.forPath(spark, str(tmp_path / folder)).features()


def test_a_temporary_view_is_not_a_delta_table(spark: SparkSession) -> None:
    spark.range(1).createOrReplaceTempView("some_view")
    with pytest.raises(deltaward.NotADeltaTableError) as caught:
        deltaward.forName(spark, "some_view").protocol()
    assert caught.value.getCondition() == "DELTAWARD_NOT_A_DELTA_TABLE.TEMPORARY_VIEW"


def test_a_name_that_does_not_exist_is_sparks_own_error(spark: SparkSession) -> None:
    with pytest.raises(AnalysisException) as caught:
        deltaward.forName(spark, "nowhere_at_all").protocol()
    assert condition_of(caught.value) == "TABLE_OR_VIEW_NOT_FOUND"


def test_a_protocol_is_lowered_only_where_it_can_be(
    spark: SparkSession, create: CreateTable
) -> None:
    """P7: Delta itself writes the lowest protocol here, so nothing is left to do."""
    table = deltaward.forName(spark, create())
    for dry_run in (True, False):
        row = table.normalizeProtocol(dryRun=dry_run).first()
        assert row is not None
        assert (row.changed, row.version) == (False, 1)
        assert row.lowestWriterVersion == row.minWriterVersion == 2


def test_the_history_says_what_brought_a_feature_in(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create(delta_enableDeletionVectors="true"))
    rows = table.protocolHistory().collect()
    assert [row.version for row in rows] == [0]
    causes = dict(zip(rows[0].featuresAdded, rows[0].causeDetail, strict=True))
    assert "delta.enableDeletionVectors = true" in causes["deletionVectors"]


@pytest.mark.one_engine
@NEEDS_VECTOR_DROPS
def test_the_doctor_tells_who_can_open_which_versions(
    spark: SparkSession, create: CreateTable
) -> None:
    """C7: after a drop, readers of the lower protocol start at the boundary."""
    name = create(delta_enableDeletionVectors="true")
    spark.sql(f"DELETE FROM {name} WHERE id = 3")
    spark.sql(f"ALTER TABLE {name} DROP FEATURE deletionVectors")
    row = deltaward.forName(spark, name).checkpointProtection().first()
    assert row is not None
    assert row.boundary == row.version
    assert sum(checkpoint.isProtected for checkpoint in row.checkpoints) == 3
    oldest = {reader.minReaderVersion: reader.oldestVersion for reader in row.readableVersions}
    assert oldest == {1: row.boundary, 3: 0}
    assert row.problems == []


def test_which_statements_can_conflict_depends_on_the_table(
    spark: SparkSession, create: CreateTable
) -> None:
    def claim(name: str, operation: str, winner: str) -> Row:
        matrix = deltaward.forName(spark, name).conflictMatrix()
        (row,) = matrix.where(
            f"inForce AND operation = '{operation}' AND winningOperation = '{winner}'"
        ).collect()
        return row

    without = create(delta_enableDeletionVectors="false")
    deletes = claim(without, "DELETE", "DELETE")
    assert deletes.canConflict
    assert "does not have deletion vectors enabled" in deletes.because
    spark.sql(deletes.change)
    assert "both change the same row" in claim(without, "DELETE", "DELETE").because.lower()
    assert claim(without, "DELETE", "INSERT").canConflict
    spark.sql(claim(without, "DELETE", "INSERT").change)
    appends = claim(without, "DELETE", "INSERT")
    assert (appends.isolationLevel, appends.canConflict, appends.change) == (
        "WriteSerializable",
        False,
        None,
    )


def test_what_a_statement_would_do_is_told_without_doing_it(
    spark: SparkSession, create: CreateTable
) -> None:
    name = create()
    statement = f"ALTER TABLE {name} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
    row = deltaward.explainProtocol(spark, statement).first()
    assert row is not None
    assert row.featuresAdded == ["deletionVectors"]
    assert any(client.startswith("delta-standalone") for client in row.losingRead)
    protocol = deltaward.forName(spark, name).protocol().first()
    assert protocol is not None
    assert protocol.minReaderVersion == 1
    rows = spark.table(name).count()
    insert = deltaward.explainProtocol(spark, f"INSERT INTO {name} VALUES (1)").first()
    assert insert is not None
    assert insert.operation == "WRITE"
    assert spark.table(name).count() == rows
    with pytest.raises(deltaward.DeltawardError) as caught:
        deltaward.explainProtocol(spark, f"DELETE FROM {name}")
    assert caught.value.getCondition() == "DELTAWARD_CANNOT_EXPLAIN"
