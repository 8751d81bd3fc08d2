"""Issues the warnings of commit rules as Python warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deltaward._exceptions import CommitWarning
from deltaward._table import commitWarnings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def warn(spark: SparkSession) -> Iterator[None]:
    """Issues the warnings of commit rules in a block as :class:`CommitWarning`, at its end.

    A rule in mode ``warn`` lets a commit through, and writes a warning to the driver's log.
    Notebooks and Connect clients do not show that log.

    Args:
        spark: the session that commits in the block, Classic or Connect.

    Examples:
        >>> with deltaward.warn(spark):
        ...     df.write.format("delta").mode("append").save("/data/orders")
    """
    before = _newest(spark)
    try:
        yield
    finally:
        told = commitWarnings(spark).where(f"number > {before}").orderBy("number").collect()
        for row in told:
            warnings.warn(row.message, CommitWarning, stacklevel=3)


def _newest(spark: SparkSession) -> int:
    row = commitWarnings(spark).first()
    return 0 if row is None else int(row.number)
