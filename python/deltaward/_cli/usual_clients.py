"""Default clients of an audit, for users who name none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deltaward._exceptions import errors

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

USUAL = (
    "delta-spark",
    "trino",
    "duckdb",
    "polars[scan_delta]",
    "deltalake[rust]",
    "deltalake[to_pyarrow]",
)
"""Open-source clients that many people read Delta tables with, each by its usual access paths.

We test the newest version of each on every table of the lab.
"""


def usual_clients(spark: SparkSession) -> list[str]:
    """Returns the clients that the policies in force require, else :data:`USUAL`.

    Args:
        spark: a Classic session with the extension.

    Raises:
        DeltawardError: the policies file cannot be used.
    """
    with errors():
        jvm: Any = spark._jvm
        required = jvm.io.deltaward.guard.AskedByPolicy.clients(spark._jsparkSession)
        return list(required) or list(USUAL)
