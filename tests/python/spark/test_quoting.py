"""Quoting is right when Spark's own parser reads back what was quoted."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyspark.errors import ParseException
from pyspark.sql import SparkSession

from deltaward import _sql

# Text that UTF-8 can carry to the JVM. Characters with a meaning in SQL are likely in it.
TEXT = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("'\"`\\${}%_;-/*\n\t\0"), max_size=30
)
FEW = settings(max_examples=60, deadline=None)


@FEW
@given(values=st.lists(TEXT, min_size=1, max_size=8))
def test_spark_reads_a_literal_back_as_it_was(spark: SparkSession, values: list[str]) -> None:
    (row,) = spark.sql(f"SELECT array({', '.join(map(_sql.literal, values))}) AS it").collect()
    assert row.it == values


@pytest.mark.parametrize(
    "value",
    [
        "${spark.app.name}",
        "${env:HOME}",
        "\\${spark.app.name}",
        "$\\{x}",
        "it's",
        "\\'",
        "\\",
        "%\\_",
    ],
)
def test_spark_reads_back_what_it_would_replace_or_unescape(
    spark: SparkSession, value: str
) -> None:
    assert spark.sql(f"SELECT {_sql.literal(value)} AS it").collect()[0].it == value


@FEW
@given(part=TEXT.filter(lambda text: text != ""))
def test_spark_reads_an_identifier_back_as_it_was(spark: SparkSession, part: str) -> None:
    try:
        quoted = _sql.identifier(part)
    except ValueError as refusal:
        assert "variable" in str(refusal)  # noqa: PT017 - the only reason to refuse
        return
    assert spark.sql(f"SELECT 1 AS {quoted}").columns == [part]


@pytest.mark.classic
@FEW
@given(
    name=st.lists(st.from_regex(r"\w{1,4}|`([^`]|``){1,5}`|[^`]{1,3}", fullmatch=True), max_size=3)
    .map(".".join)
    .filter(lambda text: not any("\ud800" <= character <= "\udfff" for character in text))
)
def test_a_name_is_split_as_spark_splits_it_or_refused(spark: SparkSession, name: str) -> None:
    try:
        ours = _sql.split_name(name)
    except ValueError:
        return
    parser = spark._jsparkSession.sessionState().sqlParser()
    try:
        parts = parser.parseMultipartIdentifier(name)
    except ParseException:
        return  # it is harmless to accept more than Spark, since each part is quoted
    assert ours == json.loads(json.dumps([parts.apply(i) for i in range(parts.length())]))
