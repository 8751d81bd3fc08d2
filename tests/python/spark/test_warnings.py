"""A rule's warnings reach a Python program, on Classic and on Connect."""

import warnings
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

import deltaward
from conftest import CreateTable

RULE = "spark.deltaward.rule.allowedFeatures.mode"
MINDED = {"deltaward.allowedFeatures": "", "delta.enableDeletionVectors": "true"}


@pytest.fixture
def only_warned(spark: SparkSession) -> Iterator[None]:
    spark.conf.set(RULE, "warn")
    yield
    spark.conf.unset(RULE)


@pytest.mark.usefixtures("only_warned")
def test_a_block_gives_the_warnings_of_its_commits_at_the_line_of_the_user(
    spark: SparkSession, create: CreateTable
) -> None:
    create("before", **MINDED)
    with pytest.warns(deltaward.CommitWarning) as told, deltaward.warn(spark):
        create("within", **MINDED)
    (one,) = (warning for warning in told if warning.category is deltaward.CommitWarning)
    assert one.filename == __file__
    assert "FEATURE_NOT_ALLOWED" in str(one.message)
    assert "within (CREATE TABLE), which goes through" in str(one.message)


@pytest.mark.usefixtures("only_warned")
def test_a_block_that_fails_gives_its_warnings_too(
    spark: SparkSession, create: CreateTable
) -> None:
    def fails() -> None:
        with deltaward.warn(spark):
            create(**MINDED)
            raise KeyError

    with pytest.raises(KeyError), pytest.warns(deltaward.CommitWarning):
        fails()


def test_a_block_that_breaks_no_rule_is_silent(spark: SparkSession, create: CreateTable) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with deltaward.warn(spark):
            create()


@pytest.mark.usefixtures("only_warned")
def test_the_warnings_of_a_session_can_be_asked_for(
    spark: SparkSession, create: CreateTable
) -> None:
    create("asked", **MINDED)
    row = deltaward.commitWarnings(spark).first()
    assert row is not None
    assert row.tableName.endswith("asked")
    assert (row.rule, row.operation) == ("allowedFeatures", "CREATE TABLE")
