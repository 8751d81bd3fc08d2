"""Tests how the lab reads the answers of package indexes."""

from __future__ import annotations

import pytest

from lab.news import News, maven_updates, pip_version


def test_pip_names_the_newest_version_first() -> None:
    answer = "deltalake (1.6.6)\nAvailable versions: 1.6.6, 1.6.3\n  INSTALLED: 1.0.0\n"
    assert pip_version(answer) == "1.6.6"
    with pytest.raises(ValueError, match="names no version"):
        pip_version("")


def test_maven_names_what_has_a_newer_version() -> None:
    answer = (
        "[INFO] The following dependencies in Dependencies have newer versions:\n"
        "[INFO]   io.delta:delta-kernel-api ............................. 3.3.2 -> 4.4.1\n"
        "[INFO]   io.trino:trino-server ...................................... 476 -> 483\n"
        "[INFO] BUILD SUCCESS\n"
    )
    assert maven_updates(answer) == {
        "io.delta:delta-kernel-api": "4.4.1",
        "io.trino:trino-server": "483",
    }


def test_only_an_older_version_is_behind() -> None:
    assert str(News("polars", "2.1.0", "2.1.0")).split() == ["polars", "2.1.0", "2.1.0"]
    assert str(News("duckdb", "1.5.5", "2.0.1")).split() == ["duckdb", "1.5.5", "2.0.1", "behind"]
    assert str(News("trino", "476", "1000")).split()[-1] == "behind"
