"""Tests quoting without Spark. The tests in tests/python/spark ask Spark's own parser."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deltaward import _sql


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_splitting_a_quoted_name_gives_back_its_parts(parts: list[str]) -> None:
    quoted = ".".join("`" + part.replace("`", "``") + "`" for part in parts)
    assert _sql.split_name(quoted) == parts


@given(st.text())
def test_a_name_is_either_refused_or_quoted_part_by_part(name: str) -> None:
    try:
        parts = _sql.split_name(name)
    except ValueError:
        return
    assert all(parts)
    assert _sql.split_name(".".join(f"`{part.replace('`', '``')}`" for part in parts)) == parts


@pytest.mark.parametrize(
    "name", ["", ".", "a.", ".a", "a..b", "a b", "a-b", "`a", "``", "a`b`", "t; DROP TABLE u"]
)
def test_a_text_that_is_no_table_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a table name"):
        _sql.table_name(name)


def test_a_variable_reference_in_a_name_is_refused_since_backticks_do_not_escape_it() -> None:
    with pytest.raises(ValueError, match="variable reference"):
        _sql.table_name("`${spark.app.name}`")


@given(st.text())
def test_no_literal_contains_a_variable_reference(value: str) -> None:
    assert "${" not in _sql.literal(value)


def test_a_datetime_keeps_its_zone_in_the_clause() -> None:
    zone = timezone(timedelta(hours=2))
    assert (
        _sql.as_of(None, datetime(2026, 3, 4, 5, 6, 7, tzinfo=zone))
        == " TIMESTAMP AS OF '2026-03-04 05:06:07+02:00'"
    )


def test_a_version_and_a_timestamp_together_are_refused() -> None:
    with pytest.raises(ValueError, match="not both"):
        _sql.as_of(1, "2026-01-01")


def test_a_negative_version_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        _sql.as_of(-1, None)


@pytest.mark.parametrize("version", ["1; DROP TABLE t", 1.0, True])
def test_a_version_that_is_no_int_is_refused(version: object) -> None:
    with pytest.raises(TypeError, match="a version must be an int"):
        _sql.as_of(version, None)  # type: ignore[arg-type]


def test_version_zero_is_a_version() -> None:
    assert _sql.as_of(0, None) == " VERSION AS OF 0"


@pytest.mark.parametrize("client", ["", "=1", "trino=", "  ", "trino=470,duckdb"])
def test_a_client_without_a_name_or_a_version_after_the_equals_sign_is_refused(
    client: str,
) -> None:
    with pytest.raises(ValueError, match="is not a client"):
        _sql.clients([client])


@pytest.mark.parametrize("clients", [{"trino": "470"}, b"trino", [None], [("trino", "470")]])
def test_clients_that_are_no_texts_are_refused(clients: object) -> None:
    with pytest.raises(TypeError, match="'trino=470'"):
        _sql.clients(clients)  # type: ignore[arg-type]
