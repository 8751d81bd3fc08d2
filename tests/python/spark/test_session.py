"""The session is of the kind that the suite was asked to run on."""

import warnings

from pyspark.sql import SparkSession

import deltaward


def test_the_suite_runs_on_the_engine_that_was_asked_for(spark: SparkSession, engine: str) -> None:
    assert ("connect" in type(spark).__module__) == (engine == "connect")


def test_running_the_configuring_cell_again_gives_a_working_session_without_a_warning(
    spark: SparkSession,
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = deltaward.configure(SparkSession.Builder()).getOrCreate()
    assert deltaward.clients(again).count() > 0
    assert deltaward.clients(spark).count() > 0
