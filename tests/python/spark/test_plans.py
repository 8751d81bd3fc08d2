"""Plans of drops, and the statements that carry them out."""

from dataclasses import fields

import pytest
from pyspark.sql import SparkSession

import deltaward
from conftest import CreateTable
from markers import NEEDS_MAPPING_DROPS, NEEDS_VECTOR_DROPS


@NEEDS_VECTOR_DROPS
def test_a_step_has_the_columns_of_the_statement(spark: SparkSession, create: CreateTable) -> None:
    name = create(delta_enableDeletionVectors="true")
    statement = spark.sql(f"EXPLAIN DROP FEATURE deletionVectors FOR {name}")
    assert [field.name for field in fields(deltaward.DropStep)] == statement.columns
    first, *_ = deltaward.forName(spark, name).planDrop("deletionVectors").steps
    assert isinstance(first, deltaward.DropStep)
    assert (first.step, first.action, first.commits, first.losingRead) == (1, "DISABLE", 1, ())


@NEEDS_VECTOR_DROPS
def test_the_plan_of_a_drop_says_what_happens_and_who_gains(
    spark: SparkSession, create: CreateTable
) -> None:
    """D3: asking for a plan changes nothing."""
    name = create(delta_enableDeletionVectors="true")
    table = deltaward.forName(spark, name)
    plan = table.planDrop("deletionVectors")
    assert [step.action for step in plan.steps][-2:] == ["CHECKPOINT", "DROP"]
    assert (plan.errorCondition, plan.earliest) == (None, None)
    text = plan.to_markdown()
    assert "Can read again: " in text
    assert "delta-standalone" in text
    waits = table.planDrop("deletionVectors", truncateHistory=True)
    assert waits.errorCondition == "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD"
    assert waits.earliest is not None
    assert f"`{waits.errorCondition}`" in waits.to_markdown()
    with pytest.raises(deltaward.UnknownFeatureError):
        table.planDrop("deletionVector")
    refused = table.planDrop("DELETIONVECTORS").to_markdown()
    assert "Run first:" in refused
    assert "DROP FEATURE deletionVectors\n```" in refused


@NEEDS_MAPPING_DROPS
def test_a_plan_that_stops_streams_says_so(spark: SparkSession, create: CreateTable) -> None:
    name = create(**{"delta.columnMapping.mode": "name"})
    plan = deltaward.forName(spark, name).planDrop("columnMapping")
    streams = "reading: fails, and needs a new checkpointLocation; writing: continues"
    assert plan.steps[0].streams == streams
    assert f"Streams: {streams}." in plan.to_markdown()


@NEEDS_VECTOR_DROPS
@pytest.mark.one_engine
def test_a_table_is_made_compatible_with_a_client(spark: SparkSession, create: CreateTable) -> None:
    name = create(delta_enableDeletionVectors="true")
    table = deltaward.forName(spark, name)
    planned = table.makeCompatible("delta-standalone", access="read", dryRun=True).collect()
    assert [(row.status, row.statement.split(" ", 3)[3]) for row in planned] == [
        ("PLANNED", "DROP FEATURE deletionVectors")
    ]
    assert "delta-standalone 4.0.1 (library)" in planned[0].gainingRead
    assert "deltalake 1.6.6 (rust)" in planned[0].losingWrite
    done = table.makeCompatible("delta-standalone", access="read").collect()
    assert [row.status for row in done] == ["DONE"]
    verdict = table.compatibility("delta-standalone").first()
    assert verdict is not None
    assert verdict.readVerdict == "OK"
    assert table.makeCompatible("delta-standalone", access="read").collect() == []
    with pytest.raises(deltaward.UnknownClientError):
        table.makeCompatible("delta-stand-alone")
    with pytest.raises(ValueError, match="'read' or 'write'"):
        table.makeCompatible("trino", access="both")  # type: ignore[arg-type]
